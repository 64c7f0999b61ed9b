-- Calls that carry an Idempotency-Key and are no money (those are in ledger.commands), with what they were answered: the same
-- call again gets the same answer. Written with what the call changes, and removed after a week.
CREATE TABLE answered_calls (
  user_id     uuid NOT NULL REFERENCES profiles (id),
  key         uuid NOT NULL,
  -- A digest of the call, made with a key of the server, so that nobody can try forms against it.
  fingerprint bytea NOT NULL,
  -- Sealed, as it may hold a secret or somebody's data. Null only within the transaction of the call.
  answer      bytea,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX answered_calls_by_age ON answered_calls (created_at);
