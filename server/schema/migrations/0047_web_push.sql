-- Wake-ups of members' devices by web push. server/money/notices/wake-members.ts has the rules.

-- The pair of keys by which push services know this installation. The server makes it once. The private one is encrypted.
CREATE TABLE push_keys (
  is_single   boolean PRIMARY KEY DEFAULT true CONSTRAINT push_keys_single CHECK (is_single),
  public_key  text NOT NULL,
  private_key bytea NOT NULL
);

-- The address at which the browser of a session can be woken. It ends with the session.
CREATE TABLE push_subscriptions (
  user_id    uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint   text NOT NULL CONSTRAINT push_endpoint_length CHECK (length(endpoint) <= 1000),
  PRIMARY KEY (user_id, session_id),
  FOREIGN KEY (user_id, session_id) REFERENCES sessions (user_id, id) ON DELETE CASCADE
);
-- Finds the earlier session of a browser.
CREATE INDEX push_subscriptions_by_endpoint ON push_subscriptions (endpoint);

-- The members who have to be woken. The transaction of the event writes the row.
CREATE TABLE push_wakes (
  user_id  uuid PRIMARY KEY REFERENCES profiles (id),
  due_at   timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX push_wakes_by_time ON push_wakes (due_at);
