-- When somebody's wallet address took the place of another one. Whoever approves a withdrawal soon after is told.

CREATE TABLE wallet_changes (
  user_id     uuid NOT NULL REFERENCES profiles (id),
  id          uuid NOT NULL DEFAULT uuidv7(),
  -- NULL where the address had been taken away before, or was taken away by this change.
  old_address text,
  new_address text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);

-- Who shares an address; search for the others who have it costs the same however many people there are.
CREATE INDEX profiles_by_wallet_address ON profiles (wallet_address) WHERE wallet_address IS NOT NULL;
