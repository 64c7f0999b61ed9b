-- Passkeys: keys by which a person signs in and proves that it is them, next to the codes of an app.
-- server/accounts/passkeys/passkeys.sql has the rules.

CREATE TABLE passkeys (
  user_id       uuid NOT NULL REFERENCES profiles (id),
  id            uuid NOT NULL DEFAULT uuidv7(),
  -- The id that the authenticator gave to the key. A key is always looked up together with its owner.
  credential_id bytea NOT NULL CONSTRAINT passkey_id_length CHECK (length(credential_id) BETWEEN 1 AND 1023),
  -- In the form of COSE. It only verifies, so a leaked table opens no account.
  public_key    bytea NOT NULL CONSTRAINT passkey_key_length CHECK (length(public_key) BETWEEN 1 AND 8192),
  -- The number of uses that the authenticator reported last. Zero if it does not count.
  counter       bigint NOT NULL CONSTRAINT passkey_counter_range CHECK (counter BETWEEN 0 AND 4294967295),
  name          text NOT NULL CONSTRAINT passkey_name_length CHECK (length(name) BETWEEN 1 AND 50),
  created_at    timestamptz NOT NULL DEFAULT now(),
  last_used_at  timestamptz,
  PRIMARY KEY (user_id, id),
  CONSTRAINT passkey_taken UNIQUE (user_id, credential_id)
);

-- Challenges that wait for their answer. The hash covers the challenge and all that it is for: the session and the call,
-- or the attempt to sign in. So a row counts for nothing else, and needs no owner. The use of a challenge deletes its row.
CREATE TABLE passkey_challenges (
  hash       bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);

-- Recovery codes now stand beside passkeys, too, so they belong to the account. The next migration validates the reference.
ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_user_id_fkey,
  ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles (id) NOT VALID;
