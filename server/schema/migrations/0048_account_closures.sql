-- The closing of members' accounts. server/accounts/closure/closure.sql has the rules.

-- All tables of this migration that hold rows of members, in the order in which calls lock them.
LOCK TABLE ledger.accounts, profiles IN ACCESS EXCLUSIVE MODE;

-- A closed account holds no coins, so no call can credit it. The next migration validates the rules of long tables.
ALTER TABLE ledger.accounts ADD COLUMN closed_at timestamptz,
  ADD CONSTRAINT account_closed CHECK (closed_at IS NULL OR available = '0'::numeric AND locked = '0'::numeric) NOT VALID;
ALTER TABLE profiles DROP CONSTRAINT profile_status_known,
  ADD CONSTRAINT profile_status_known CHECK (status IN ('Active', 'Inactive', 'Suspended', 'Closed')) NOT VALID;

-- One row for each time that an account was to be closed.
CREATE TABLE account_closures (
  user_id   uuid NOT NULL REFERENCES profiles (id),
  id        uuid NOT NULL DEFAULT uuidv7(),
  -- The administrator who began it for the member, and the reason. NULL if the member asked.
  asked_by  uuid REFERENCES profiles (id),
  reason    text CONSTRAINT account_closure_reason_length CHECK (length(reason) BETWEEN 1 AND 500),
  asked_at  timestamptz NOT NULL DEFAULT now(),
  closes_at timestamptz NOT NULL,
  -- NULL while the account waits to be closed.
  outcome   text CONSTRAINT account_closure_outcome_known CHECK (outcome IN ('closed', 'kept', 'called_off', 'not_me', 'obstacle')),
  ended_at  timestamptz,
  -- The reasons why it was not closed, for the outcome "obstacle".
  obstacles text[],
  PRIMARY KEY (user_id, id),
  CONSTRAINT account_closure_well_formed CHECK (
    (asked_by IS NULL) = (reason IS NULL) AND (outcome IS NULL) = (ended_at IS NULL)
    AND (obstacles IS NOT NULL) = (outcome IS NOT DISTINCT FROM 'obstacle'))
);
-- An account waits once at a time.
CREATE UNIQUE INDEX one_open_closure ON account_closures (user_id) WHERE outcome IS NULL;
CREATE INDEX account_closures_due ON account_closures (closes_at, user_id) WHERE outcome IS NULL;
CREATE INDEX account_closures_by_asker ON account_closures (asked_by) WHERE asked_by IS NOT NULL;

-- The account that a mail goes to, so that closing it removes the mails that still wait. NULL for an address without an account.
ALTER TABLE mail_outbox ADD COLUMN owner_id uuid;
CREATE INDEX mail_outbox_by_owner ON mail_outbox (owner_id) WHERE owner_id IS NOT NULL;
