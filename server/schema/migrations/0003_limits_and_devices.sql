-- Limits on guessing, the browsers an account is known by, and the way out for rows that are over.

-- A bucket that is not full. The key is a hash of the limit's name and of whom it counts, so the table names nobody.
CREATE TABLE rate_limits (
  key     bytea PRIMARY KEY,
  -- When the bucket will have filled up again: all that has to be remembered of it.
  full_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_by_end ON rate_limits (full_at);

-- Browsers and networks that somebody has signed in from: they get in while strangers try the account's passwords.
CREATE TABLE known_devices (
  user_id      uuid NOT NULL REFERENCES profiles (id),
  id           uuid NOT NULL DEFAULT uuidv7(),
  token_hash   bytea NOT NULL,
  -- The address, of IPv6 the first 64 bits.
  network      text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT known_device_token_taken UNIQUE (user_id, token_hash)
);
CREATE INDEX known_devices_by_end ON known_devices (last_used_at);

CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX email_tokens_by_end ON email_tokens (expires_at);
