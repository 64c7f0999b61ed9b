-- The money tables. Only the functions of server/ledger/ledger.sql write them; docs/ledger.md explains them.

-- One row a member. Balances are kept here and checked against the statement lines by ledger.violations.
CREATE TABLE ledger.accounts (
  user_id      uuid PRIMARY KEY REFERENCES profiles (id),
  available    numeric(20, 4) NOT NULL DEFAULT 0 CONSTRAINT insufficient_funds CHECK (available >= 0),
  locked       numeric(20, 4) NOT NULL DEFAULT 0 CONSTRAINT locked_not_negative CHECK (locked >= 0),
  -- Number of the newest statement line.
  version      bigint NOT NULL DEFAULT 0,
  -- USD of approved buys, of coins sent or withdrawn, and of coins received by transfer.
  invested_usd numeric(20, 2) NOT NULL DEFAULT 0,
  outgoing_usd numeric(20, 2) NOT NULL DEFAULT 0,
  incoming_usd numeric(20, 2) NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

-- Every accepted money call, once: its idempotency key, and what it did to the platform's totals.
CREATE TABLE ledger.commands (
  user_id      uuid NOT NULL, -- who called, and so whose key it is
  key          uuid NOT NULL,
  fingerprint  bytea NOT NULL,
  operation    text NOT NULL CONSTRAINT command_operation_known
               CHECK (operation IN ('open', 'submit', 'approve', 'reject', 'cancel', 'adjust_in', 'adjust_out')),
  kind         text,
  subject_id   uuid NOT NULL, -- whose coins it was about
  request_id   uuid,
  coins        numeric(20, 4) NOT NULL DEFAULT 0,
  bonus_coins  numeric(20, 4) NOT NULL DEFAULT 0,
  reward_coins numeric(20, 4) NOT NULL DEFAULT 0,
  usd          numeric(20, 2) NOT NULL DEFAULT 0,
  -- The writing transaction: everything older than the oldest running one is settled and can be rolled up.
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_key_reused PRIMARY KEY (user_id, key)
);
CREATE INDEX commands_by_xid ON ledger.commands (xid);

-- The two long rules are functions: PostgreSQL parses the expression of a CHECK anew in each statement, and written out
-- in the tables they took a quarter of the time of a submit.
CREATE FUNCTION ledger.is_well_formed_request(
  user_id uuid, kind text, status text, amount_coins numeric, usdt_rate numeric, usdt_amount numeric, package_id uuid,
  bonus_coins numeric, wallet_address text, recipient_id uuid, upload_id uuid, decided_by uuid, decided_at timestamptz,
  admin_notes text
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF amount_coins NOT BETWEEN 1000 AND 1000000000000 OR amount_coins % 1000 <> 0 OR length(admin_notes) > 2000
     OR (status = 'pending') <> (decided_at IS NULL) OR (status IN ('approved', 'rejected')) <> (decided_by IS NOT NULL) THEN
    RETURN false;
  END IF;
  IF kind = 'buy' THEN
    RETURN num_nonnulls(usdt_rate, usdt_amount, bonus_coins) = 3 AND usdt_rate > 0 AND usdt_amount > 0 AND bonus_coins >= 0
           AND num_nonnulls(wallet_address, recipient_id) = 0;
  ELSIF num_nonnulls(usdt_rate, usdt_amount, package_id, bonus_coins) > 0 THEN
    RETURN false;
  ELSIF kind = 'withdrawal' THEN
    RETURN wallet_address IS NOT NULL AND recipient_id IS NULL;
  ELSE
    RETURN recipient_id IS NOT NULL AND recipient_id <> user_id AND num_nonnulls(wallet_address, upload_id) = 0;
  END IF;
END
$$;

CREATE FUNCTION ledger.is_well_formed_movement(
  leg text, user_id uuid, debit_id uuid, credit_id uuid, amount numeric, request_id uuid, reason text, reverses_id uuid
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF amount <= 0 THEN RETURN false; END IF;
  IF leg IN ('adjustment_in', 'adjustment_out') THEN
    IF request_id IS NOT NULL OR length(coalesce(reason, '')) NOT BETWEEN 1 AND 500 THEN RETURN false; END IF;
  ELSIF request_id IS NULL OR num_nonnulls(reason, reverses_id) > 0 THEN
    RETURN false;
  END IF;
  IF leg IN ('hold', 'release') THEN
    RETURN num_nonnulls(debit_id, credit_id) = 2 AND debit_id = user_id AND credit_id = user_id;
  ELSIF leg IN ('buy', 'bonus', 'adjustment_in') THEN
    RETURN debit_id IS NULL AND credit_id IS NOT NULL AND credit_id = user_id;
  ELSIF leg IN ('withdrawal', 'adjustment_out') THEN
    RETURN debit_id IS NOT NULL AND debit_id = user_id AND credit_id IS NULL;
  ELSIF leg = 'transfer' THEN
    RETURN debit_id IS NOT NULL AND debit_id = user_id AND credit_id IS NOT NULL AND credit_id <> user_id;
  ELSE
    RETURN leg = 'referral' AND debit_id IS NULL AND credit_id IS NOT NULL AND credit_id <> user_id;
  END IF;
END
$$;

CREATE TABLE ledger.requests (
  user_id      uuid NOT NULL REFERENCES ledger.accounts (user_id),
  id           uuid NOT NULL DEFAULT uuidv7(),
  kind         text NOT NULL CONSTRAINT request_kind_known CHECK (kind IN ('buy', 'withdrawal', 'transfer')),
  status       text NOT NULL DEFAULT 'pending' CONSTRAINT request_status_known CHECK (status IN ('pending', 'approved', 'rejected', 'cancelled')),
  amount_coins numeric(20, 4) NOT NULL,
  -- Frozen when the request is made: the platform rate in USD per coin, and what the kind needs.
  rate         numeric(18, 8) NOT NULL,
  amount_usd   numeric(20, 2) NOT NULL,
  usdt_rate    numeric(18, 8),
  usdt_amount  numeric(20, 4),
  package_id   uuid REFERENCES packages (id),
  bonus_coins  numeric(20, 4),
  wallet_address text,
  recipient_id uuid REFERENCES profiles (id),
  -- The payment slip of a buy, the attachment of a withdrawal.
  upload_id    uuid,
  decided_by   uuid REFERENCES profiles (id),
  decided_at   timestamptz,
  admin_notes  text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, upload_id) REFERENCES uploads (user_id, id),
  CONSTRAINT request_well_formed CHECK (ledger.is_well_formed_request(
    user_id, kind, status, amount_coins, usdt_rate, usdt_amount, package_id, bonus_coins, wallet_address, recipient_id, upload_id,
    decided_by, decided_at, admin_notes))
) WITH (fillfactor = 80);
CREATE INDEX requests_queue ON ledger.requests (kind, id) WHERE status = 'pending';
CREATE UNIQUE INDEX upload_already_used ON ledger.requests (user_id, upload_id) WHERE upload_id IS NOT NULL;

-- One row is one double entry: amount leaves the debit side and reaches the credit side, so books always balance.
-- The leg names the two accounts (docs/ledger.md); debit_id and credit_id say whose, NULL being the platform's.
CREATE TABLE ledger.movements (
  user_id    uuid NOT NULL,
  id         uuid NOT NULL DEFAULT uuidv7(),
  request_id uuid,
  leg        text NOT NULL,
  debit_id   uuid,
  credit_id  uuid,
  amount     numeric(20, 4) NOT NULL,
  rate       numeric(18, 8) NOT NULL,
  reason     text,
  -- A mistake is corrected by an entry that names the one it reverses.
  reverses_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  -- The last line of defence against a decision that acts twice.
  CONSTRAINT one_leg_per_request UNIQUE (user_id, request_id, leg),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id),
  FOREIGN KEY (user_id, reverses_id) REFERENCES ledger.movements (user_id, id),
  CONSTRAINT movement_well_formed CHECK (
    ledger.is_well_formed_movement(leg, user_id, debit_id, credit_id, amount, request_id, reason, reverses_id))
);
CREATE UNIQUE INDEX reversed_already ON ledger.movements (user_id, reverses_id) WHERE reverses_id IS NOT NULL;
-- A referred member earns their referrer one reward, ever.
CREATE UNIQUE INDEX one_referral_reward ON ledger.movements (user_id) WHERE leg = 'referral';

-- A member's statement: every change of the account with the balances after it, numbered without gaps.
CREATE TABLE ledger.lines (
  user_id          uuid NOT NULL,
  version          bigint NOT NULL,
  id               uuid NOT NULL DEFAULT uuidv7(),
  movement_user_id uuid NOT NULL,
  movement_id      uuid NOT NULL,
  -- The word members read; NULL for a lock or unlock, which is no transaction to them.
  type             text,
  available_delta  numeric(20, 4) NOT NULL,
  locked_delta     numeric(20, 4) NOT NULL,
  available_after  numeric(20, 4) NOT NULL,
  locked_after     numeric(20, 4) NOT NULL,
  rate             numeric(18, 8) NOT NULL,
  created_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, version)
);
CREATE INDEX lines_newest ON ledger.lines (id) WHERE type IS NOT NULL;

-- Settled commands, summed. No money transaction ever updates these rows: one hot row would serialise them all.
CREATE TABLE ledger.totals (
  operation    text NOT NULL,
  kind         text NOT NULL,
  calls        bigint NOT NULL,
  coins        numeric(30, 4) NOT NULL,
  bonus_coins  numeric(30, 4) NOT NULL,
  reward_coins numeric(30, 4) NOT NULL,
  usd          numeric(30, 2) NOT NULL,
  PRIMARY KEY (operation, kind)
);
CREATE TABLE ledger.rollup (
  id        boolean PRIMARY KEY DEFAULT true CONSTRAINT rollup_single_row CHECK (id),
  watermark xid8 NOT NULL DEFAULT '0'
);
INSERT INTO ledger.rollup DEFAULT VALUES;
