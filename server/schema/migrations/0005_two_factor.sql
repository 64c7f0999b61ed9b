-- The second factor, and proving again that it is you.

-- Decisions on more than this ask the administrator for the password or a code again.
ALTER TABLE settings ADD COLUMN step_up_usd numeric(20, 2) NOT NULL DEFAULT 10000
  CONSTRAINT settings_step_up_range CHECK (step_up_usd >= 0);

CREATE TABLE two_factor (
  user_id    uuid PRIMARY KEY REFERENCES profiles (id),
  -- Sealed: a leaked table makes no codes.
  secret     bytea NOT NULL,
  -- The newest 30 seconds whose code was used. It only grows, so no code counts twice.
  last_step  bigint NOT NULL,
  enabled_at timestamptz NOT NULL DEFAULT now()
);

-- A secret that was shown and has yet to be proven by a first code.
CREATE TABLE two_factor_setups (
  user_id    uuid PRIMARY KEY REFERENCES profiles (id),
  secret     bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

-- Unused ones only: a code that is used goes.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES two_factor (user_id) ON DELETE CASCADE,
  digest  bytea NOT NULL,
  PRIMARY KEY (user_id, digest)
);

-- One open proof for each action of a session; a proof that is used goes.
CREATE TABLE step_up_proofs (
  user_id    uuid NOT NULL,
  session_id uuid NOT NULL,
  action     text NOT NULL CONSTRAINT step_up_action_known CHECK (action IN ('wallet', 'password', 'two_factor', 'decision')),
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, session_id, action),
  FOREIGN KEY (user_id, session_id) REFERENCES sessions (user_id, id) ON DELETE CASCADE
);
