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
  user_id      uuid NOT NULL REFERENCES profiles (id), -- who called, and so whose key it is
  key          uuid NOT NULL,
  fingerprint  bytea NOT NULL,
  operation    text NOT NULL CONSTRAINT command_operation_known
               CHECK (operation IN ('open', 'submit', 'approve', 'reject', 'cancel', 'adjust_in', 'adjust_out')),
  kind         text CONSTRAINT command_kind_known CHECK (kind IN ('buy', 'withdrawal', 'transfer')),
  subject_id   uuid NOT NULL REFERENCES profiles (id), -- whose coins it was about
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

CREATE TABLE ledger.requests (
  user_id      uuid NOT NULL REFERENCES ledger.accounts (user_id),
  id           uuid NOT NULL DEFAULT uuidv7(),
  kind         text NOT NULL CONSTRAINT request_kind_known CHECK (kind IN ('buy', 'withdrawal', 'transfer')),
  status       text NOT NULL DEFAULT 'pending' CONSTRAINT request_status_known CHECK (status IN ('pending', 'approved', 'rejected', 'cancelled')),
  amount_coins numeric(20, 4) NOT NULL CONSTRAINT request_amount_step
               CHECK (amount_coins >= 1000 AND amount_coins <= 1000000000000 AND amount_coins % 1000 = 0),
  -- Frozen when the request is made: the platform rate in USD per coin, and what the kind needs.
  rate         numeric(18, 8) NOT NULL,
  amount_usd   numeric(20, 2) NOT NULL,
  usdt_rate    numeric(18, 8),
  usdt_amount  numeric(20, 4),
  package_id   uuid REFERENCES packages (id),
  bonus_coins  numeric(20, 4),
  wallet_address text,
  recipient_id uuid REFERENCES profiles (id) CONSTRAINT transfer_to_other CHECK (recipient_id <> user_id),
  -- The payment slip of a buy, the attachment of a withdrawal.
  upload_id    uuid,
  decided_by   uuid REFERENCES profiles (id),
  decided_at   timestamptz,
  admin_notes  text CONSTRAINT admin_notes_length CHECK (length(admin_notes) <= 2000),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, upload_id) REFERENCES uploads (user_id, id),
  CONSTRAINT request_kind_fields CHECK (CASE kind
    WHEN 'buy' THEN num_nonnulls(usdt_rate, usdt_amount, bonus_coins) = 3 AND usdt_rate > 0 AND usdt_amount > 0 AND bonus_coins >= 0
                    AND num_nonnulls(wallet_address, recipient_id) = 0
    WHEN 'withdrawal' THEN wallet_address IS NOT NULL AND num_nonnulls(usdt_rate, usdt_amount, package_id, bonus_coins, recipient_id) = 0
    ELSE recipient_id IS NOT NULL AND num_nonnulls(usdt_rate, usdt_amount, package_id, bonus_coins, wallet_address, upload_id) = 0 END),
  CONSTRAINT request_decision_fields CHECK (
    (status = 'pending') = (decided_at IS NULL) AND (status IN ('approved', 'rejected')) = (decided_by IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX requests_queue ON ledger.requests (kind, id) WHERE status = 'pending';
CREATE UNIQUE INDEX upload_already_used ON ledger.requests (user_id, upload_id) WHERE upload_id IS NOT NULL;

-- One row is one double entry: amount leaves the debit side and reaches the credit side, so books always balance.
-- The leg names the two accounts (docs/ledger.md); debit_id and credit_id say whose, NULL being the platform's.
CREATE TABLE ledger.movements (
  user_id    uuid NOT NULL REFERENCES ledger.accounts (user_id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  request_id uuid,
  leg        text NOT NULL CONSTRAINT movement_leg_known CHECK (leg IN
             ('hold', 'release', 'buy', 'bonus', 'referral', 'withdrawal', 'transfer', 'adjustment_in', 'adjustment_out')),
  debit_id   uuid REFERENCES profiles (id),
  credit_id  uuid REFERENCES profiles (id),
  amount     numeric(20, 4) NOT NULL CONSTRAINT movement_amount_positive CHECK (amount > 0),
  rate       numeric(18, 8) NOT NULL,
  reason     text CONSTRAINT movement_reason_length CHECK (length(reason) BETWEEN 1 AND 500),
  -- A mistake is corrected by an entry that names the one it reverses.
  reverses_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  -- The last line of defence against a decision that acts twice.
  CONSTRAINT one_leg_per_request UNIQUE (user_id, request_id, leg),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id),
  FOREIGN KEY (user_id, reverses_id) REFERENCES ledger.movements (user_id, id),
  CONSTRAINT movement_sides CHECK (CASE leg
    WHEN 'hold' THEN debit_id = user_id AND credit_id = user_id
    WHEN 'release' THEN debit_id = user_id AND credit_id = user_id
    WHEN 'withdrawal' THEN debit_id = user_id AND credit_id IS NULL
    WHEN 'adjustment_out' THEN debit_id = user_id AND credit_id IS NULL
    WHEN 'transfer' THEN debit_id = user_id AND credit_id <> user_id
    WHEN 'referral' THEN debit_id IS NULL AND credit_id <> user_id
    ELSE debit_id IS NULL AND credit_id = user_id END),
  CONSTRAINT movement_cause CHECK (CASE WHEN leg IN ('adjustment_in', 'adjustment_out')
    THEN request_id IS NULL AND reason IS NOT NULL ELSE request_id IS NOT NULL AND reason IS NULL AND reverses_id IS NULL END)
);
CREATE UNIQUE INDEX reversed_already ON ledger.movements (user_id, reverses_id) WHERE reverses_id IS NOT NULL;
-- A referred member earns their referrer one reward, ever.
CREATE UNIQUE INDEX one_referral_reward ON ledger.movements (user_id) WHERE leg = 'referral';

-- A member's statement: every change of the account with the balances after it, numbered without gaps.
CREATE TABLE ledger.lines (
  user_id          uuid NOT NULL REFERENCES ledger.accounts (user_id),
  version          bigint NOT NULL,
  id               uuid NOT NULL DEFAULT uuidv7(),
  movement_user_id uuid NOT NULL REFERENCES profiles (id),
  movement_id      uuid NOT NULL,
  -- The word members read; NULL for a lock or unlock, which is no transaction to them.
  type             text CONSTRAINT line_type_form CHECK (type ~ '^[A-Z]+(_[A-Z]+)*$'),
  available_delta  numeric(20, 4) NOT NULL,
  locked_delta     numeric(20, 4) NOT NULL,
  available_after  numeric(20, 4) NOT NULL CONSTRAINT line_available_not_negative CHECK (available_after >= 0),
  locked_after     numeric(20, 4) NOT NULL CONSTRAINT line_locked_not_negative CHECK (locked_after >= 0),
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
