-- additive: the rows stay as they are.
-- Checks the mails from before the last rule. The check reads the table and lets calls go on.

ALTER TABLE mail_outbox VALIDATE CONSTRAINT mail_written_or_owed;
