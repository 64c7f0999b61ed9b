-- Mails to administrators about new requests. server/money/requests/request-digest.ts has the rules.

-- The choice of an administrator, and how many requests of each kind they were told of. An administrator without a row gets no such mail.
CREATE TABLE request_digests (
  user_id uuid PRIMARY KEY REFERENCES profiles (id),
  rhythm  text NOT NULL CONSTRAINT request_digests_rhythm CHECK (rhythm IN ('at_once', 'hourly', 'daily')),
  told    jsonb NOT NULL,
  due_at  timestamptz NOT NULL
);
