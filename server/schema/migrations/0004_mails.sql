-- Mails on their way, and links for members whom an administrator added.

CREATE TABLE mail_outbox (
  id       uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Sealed: a mail holds links that open accounts.
  mail     bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_outbox_due ON mail_outbox (due_at);

ALTER TABLE email_tokens DROP CONSTRAINT email_token_purpose_known;
ALTER TABLE email_tokens ADD CONSTRAINT email_token_purpose_known CHECK (purpose IN ('confirm', 'recovery', 'welcome'));
