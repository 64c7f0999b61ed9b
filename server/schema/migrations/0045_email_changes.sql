-- Other emails of members, each until the link that was mailed there is used. server/accounts/email/email-change.sql writes
-- these rows, and the application reads them.
CREATE TABLE email_changes (
  user_id      uuid NOT NULL REFERENCES profiles (id),
  id           uuid NOT NULL DEFAULT uuidv7(),
  -- The address. NULL once it is the member's email, was given up, or has expired.
  new_email    text CONSTRAINT email_change_form CHECK (new_email = lower(new_email) AND length(new_email) BETWEEN 3 AND 254),
  token_hash   bytea NOT NULL,
  -- The administrator who corrects the email, and the reason. NULL if the member asked.
  asked_by     uuid REFERENCES profiles (id),
  reason       text CONSTRAINT email_change_reason_length CHECK (length(reason) BETWEEN 1 AND 500),
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at   timestamptz NOT NULL,
  confirmed_at timestamptz,
  PRIMARY KEY (user_id, id),
  CONSTRAINT email_change_well_formed CHECK ((asked_by IS NULL) = (reason IS NULL) AND (confirmed_at IS NULL OR new_email IS NULL))
);
-- A member has one such address at a time.
CREATE UNIQUE INDEX one_open_email_change ON email_changes (user_id) WHERE new_email IS NOT NULL;
CREATE INDEX email_changes_by_end ON email_changes (expires_at) WHERE new_email IS NOT NULL;
CREATE INDEX email_changes_by_asker ON email_changes (asked_by) WHERE asked_by IS NOT NULL;
