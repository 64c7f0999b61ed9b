-- Holds and stops: times in which a member can ask for withdrawals and transfers, or not even that, and no coin leaves.
-- server/money/ledger/holds.sql has the rules. The application reads these tables and writes neither.

-- Changes of an account after which its coins wait. Triggers of the changed tables write each row, so no caller can leave
-- one out or date it back.
CREATE TABLE member_holds (
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  cause      text NOT NULL
             CONSTRAINT member_hold_cause_known CHECK (cause IN ('password', 'two_factor', 'email', 'wallet_address', 'new_device')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, id)
);

-- Stops that the owners of accounts asked for with the link in a mail, because a change was not theirs.
CREATE TABLE member_stops (
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  ip_address text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The administrator who let coins leave again, and the reason. NULL while the stop lasts.
  lifted_at  timestamptz,
  lifted_by  uuid REFERENCES profiles (id),
  reason     text CONSTRAINT member_stop_reason_length CHECK (length(reason) BETWEEN 1 AND 500),
  PRIMARY KEY (user_id, id),
  CONSTRAINT member_stop_well_formed CHECK (num_nulls(lifted_at, lifted_by, reason) IN (0, 3))
);
-- An account has one stop at a time.
CREATE UNIQUE INDEX one_open_stop ON member_stops (user_id) WHERE lifted_at IS NULL;

-- The hours for which a change holds withdrawals and transfers. Zero switches holds off.
ALTER TABLE settings ADD COLUMN hold_hours numeric(4, 0) NOT NULL DEFAULT 24
  CONSTRAINT settings_hold_hours_range CHECK (hold_hours BETWEEN 0 AND 720);

-- The link "This was not me" in a mail. The next migration validates the rule.
ALTER TABLE email_tokens DROP CONSTRAINT email_token_purpose_known,
  ADD CONSTRAINT email_token_purpose_known CHECK (purpose IN ('confirm', 'recovery', 'welcome', 'not_me')) NOT VALID;
