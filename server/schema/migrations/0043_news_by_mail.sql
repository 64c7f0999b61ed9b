-- News by mail: new requests for administrators, and unread answers for members. server/money/requests/request-digest.ts has the rules of the first.

-- The choice of an administrator, and how many requests of each kind they were told of. An administrator without a row gets no such mail.
CREATE TABLE request_digests (
  user_id uuid PRIMARY KEY REFERENCES profiles (id),
  rhythm  text NOT NULL CONSTRAINT request_digests_rhythm CHECK (rhythm IN ('at_once', 'hourly', 'daily')),
  told    jsonb NOT NULL,
  due_at  timestamptz NOT NULL
);

-- Mails to members about answers in the chat that they have not read. server/support/chat/reply-mails.ts has the rules.
ALTER TABLE mail_preferences ADD COLUMN chat boolean NOT NULL DEFAULT true;

-- The moment at which the member is mailed if they have read nothing until then. NULL while nothing waits for such a mail, and
-- infinity from the mail until the member reads.
ALTER TABLE chat_conversations ADD COLUMN reply_due_at timestamptz;
CREATE INDEX chat_conversations_reply_due ON chat_conversations (reply_due_at) WHERE reply_due_at < 'infinity';
