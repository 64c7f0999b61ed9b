-- additive: every mail of before stays as it is, and an older server leaves a mail that is not written yet to a newer one.
-- Mails that a function of the database queues. It cannot write them, as they are encrypted and in the language of their reader. So
-- the row names the request that the mail is about, until a server has written it.

ALTER TABLE mail_outbox
  ALTER COLUMN mail DROP NOT NULL,
  -- The request of the account `owner_id` about which a mail is still to be written. No mail is read by it, so it has no index.
  ADD COLUMN request_id uuid,
  ADD CONSTRAINT mail_written_or_owed CHECK (num_nulls(mail, request_id) = 1 AND (request_id IS NULL OR owner_id IS NOT NULL)) NOT VALID;
