-- The money tables. Only the functions of server/money/ledger/money.sql write them; docs/ledger.md explains them.

CREATE SCHEMA IF NOT EXISTS ledger;

-- One row for each member. The balances are checked against the statement lines by ledger.violations. Pages keep room for
-- new versions of their rows, so that an update touches no index.
CREATE TABLE ledger.accounts (
  user_id      uuid PRIMARY KEY REFERENCES profiles (id),
  -- The zero has the type of the column: PostgreSQL works the expression of a CHECK out anew in each statement.
  available    numeric(20, 4) NOT NULL DEFAULT 0 CONSTRAINT insufficient_funds CHECK (available >= '0'::numeric),
  locked       numeric(20, 4) NOT NULL DEFAULT 0 CONSTRAINT locked_not_negative CHECK (locked >= '0'::numeric),
  -- The number of the newest statement line.
  version      bigint NOT NULL DEFAULT 0,
  -- USD of approved buys, of coins sent or withdrawn, and of coins received by transfer.
  invested_usd numeric(20, 2) NOT NULL DEFAULT 0,
  outgoing_usd numeric(20, 2) NOT NULL DEFAULT 0,
  incoming_usd numeric(20, 2) NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

-- The rules of the next tables are functions: PostgreSQL parses the expression of a CHECK anew in each statement. Written
-- out in the tables, the lists of words took a tenth of the time of a submit and the two long rules a quarter.
CREATE FUNCTION ledger.is_known_operation(operation text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN operation IN ('open', 'submit', 'approve', 'reject', 'cancel', 'adjust_in', 'adjust_out');
END
$$;

CREATE FUNCTION ledger.is_known_kind(kind text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN kind IN ('buy', 'withdrawal', 'transfer');
END
$$;

CREATE FUNCTION ledger.is_known_status(status text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN status IN ('pending', 'approved', 'rejected', 'cancelled');
END
$$;

CREATE FUNCTION ledger.is_well_formed_request(
  user_id uuid, kind text, status text, amount_coins numeric, usdt_rate numeric, usdt_amount numeric, package_id uuid,
  bonus_coins numeric, wallet_address text, recipient_id uuid, upload_id uuid, decided_by uuid, decided_at timestamptz,
  admin_notes text, usdt_rate_is_fallback boolean, transaction_hash text
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF amount_coins NOT BETWEEN 1000 AND 1000000000000 OR amount_coins % 1000 <> 0 OR length(admin_notes) > 2000
     OR (status = 'pending') <> (decided_at IS NULL) OR (status IN ('approved', 'rejected')) <> (decided_by IS NOT NULL) THEN
    RETURN false;
  END IF;
  IF kind = 'buy' THEN
    RETURN num_nonnulls(usdt_rate, usdt_amount, bonus_coins) = 3 AND usdt_rate > 0 AND usdt_amount > 0 AND bonus_coins >= 0
           AND num_nonnulls(wallet_address, recipient_id) = 0
           AND (transaction_hash IS NULL OR transaction_hash ~ '^[A-Za-z0-9_-]{6,128}$');
  ELSIF num_nonnulls(package_id, bonus_coins, transaction_hash) > 0 THEN
    RETURN false;
  ELSIF kind = 'withdrawal' THEN
    RETURN wallet_address IS NOT NULL AND recipient_id IS NULL
           AND CASE WHEN num_nonnulls(usdt_rate, usdt_amount) = 0 THEN NOT usdt_rate_is_fallback
                    ELSE num_nonnulls(usdt_rate, usdt_amount) = 2 AND usdt_rate > 0 AND usdt_amount > 0 END;
  ELSIF kind = 'transfer' THEN
    RETURN recipient_id IS NOT NULL AND recipient_id <> user_id
           AND num_nonnulls(wallet_address, upload_id, usdt_rate, usdt_amount) = 0 AND NOT usdt_rate_is_fallback;
  ELSE
    RETURN false;
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

-- Every accepted money call, once: its idempotency key and its part of the platform's totals.
CREATE TABLE ledger.commands (
  -- The caller, to whom the key belongs.
  user_id      uuid NOT NULL,
  key          uuid NOT NULL,
  fingerprint  bytea NOT NULL,
  operation    text NOT NULL CONSTRAINT command_operation_known CHECK (ledger.is_known_operation(operation)),
  kind         text,
  -- The member with the coins that the call is about.
  subject_id   uuid NOT NULL,
  request_id   uuid,
  coins        numeric(20, 4) NOT NULL DEFAULT 0,
  bonus_coins  numeric(20, 4) NOT NULL DEFAULT 0,
  reward_coins numeric(20, 4) NOT NULL DEFAULT 0,
  usd          numeric(20, 2) NOT NULL DEFAULT 0,
  -- The transaction that wrote the row. Rows older than the oldest running transaction are settled and can be rolled up.
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_key_reused PRIMARY KEY (user_id, key)
);
CREATE INDEX commands_by_xid ON ledger.commands (xid);

-- Counts the requests. contract/request-number.ts turns a count into a short number that people can say. Each connection
-- takes twenty counts at once, so that a submit does not wait for the counter.
CREATE SEQUENCE ledger.request_numbers AS bigint MINVALUE 0 START 0 CACHE 20;

CREATE TABLE ledger.requests (
  user_id               uuid NOT NULL REFERENCES ledger.accounts (user_id),
  id                    uuid NOT NULL DEFAULT uuidv7(),
  kind                  text NOT NULL CONSTRAINT request_kind_known CHECK (ledger.is_known_kind(kind)),
  status                text NOT NULL DEFAULT 'pending' CONSTRAINT request_status_known CHECK (ledger.is_known_status(status)),
  amount_coins          numeric(20, 4) NOT NULL,
  -- From here on frozen when the request is made: the platform's rate in USD per coin, and the terms of the kind.
  rate                  numeric(18, 8) NOT NULL,
  amount_usd            numeric(20, 2) NOT NULL,
  -- The USDT that a member pays for a buy, or that the operator pays for a withdrawal.
  usdt_rate             numeric(18, 8),
  usdt_amount           numeric(20, 4),
  package_id            uuid REFERENCES packages (id),
  bonus_coins           numeric(20, 4),
  wallet_address        text,
  recipient_id          uuid REFERENCES profiles (id),
  -- The payment slip of a buy, or the attachment of a withdrawal.
  upload_id             uuid,
  decided_by            uuid REFERENCES profiles (id),
  decided_at            timestamptz,
  admin_notes           text,
  created_at            timestamptz NOT NULL DEFAULT now(),
  updated_at            timestamptz NOT NULL DEFAULT now(),
  -- True if 1 stood in for an exchange rate.
  usdt_rate_is_fallback boolean NOT NULL DEFAULT false,
  -- The hash of a buy's payment on its network.
  transaction_hash      text,
  number                bigint NOT NULL DEFAULT nextval('ledger.request_numbers'),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, upload_id) REFERENCES uploads (user_id, id),
  CONSTRAINT request_well_formed CHECK (ledger.is_well_formed_request(
    user_id, kind, status, amount_coins, usdt_rate, usdt_amount, package_id, bonus_coins, wallet_address, recipient_id, upload_id,
    decided_by, decided_at, admin_notes, usdt_rate_is_fallback, transaction_hash)),
  -- The member reads why a request was rejected.
  CONSTRAINT reason_required CHECK (status <> 'rejected' OR coalesce(admin_notes ~ '\S', false))
) WITH (fillfactor = 80);
-- The administrators' queues.
CREATE INDEX requests_queue ON ledger.requests (kind, id) WHERE status = 'pending';
CREATE UNIQUE INDEX upload_already_used ON ledger.requests (user_id, upload_id) WHERE upload_id IS NOT NULL;
-- A member's requests by kind or status: one scan for each requested pair.
CREATE INDEX requests_by_status ON ledger.requests (user_id, kind, status, id);
-- PostgreSQL looks for references to a package before it deletes one.
CREATE INDEX requests_by_package ON ledger.requests (package_id) WHERE package_id IS NOT NULL;
-- A payment's hash in the form in which hashes are compared. Many networks write it in hexadecimal, with capitals or
-- without, and with a prefix or without. Every other spelling is compared as it is.
CREATE FUNCTION ledger.comparable_hash(transaction_hash text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF transaction_hash !~* '^(0x)?[0-9a-f]+$' THEN RETURN transaction_hash; END IF;
  RETURN regexp_replace(lower(transaction_hash), '^0x', '');
END
$$;
CREATE INDEX requests_by_transaction_hash ON ledger.requests (ledger.comparable_hash(transaction_hash), id)
  WHERE transaction_hash IS NOT NULL;
-- The people whom a member's coins have reached. A row enters with the approval, so no submit pays for this index.
CREATE INDEX approved_transfers ON ledger.requests (user_id, recipient_id) WHERE kind = 'transfer' AND status = 'approved';
CREATE UNIQUE INDEX request_number_taken ON ledger.requests (number);

-- One row is one double entry: the amount leaves the debit side and reaches the credit side, so the books always balance.
-- The leg names the two accounts (docs/ledger.md). debit_id and credit_id name their owners; NULL is the platform.
CREATE TABLE ledger.movements (
  user_id     uuid NOT NULL,
  id          uuid NOT NULL DEFAULT uuidv7(),
  request_id  uuid,
  leg         text NOT NULL,
  debit_id    uuid,
  credit_id   uuid,
  amount      numeric(20, 4) NOT NULL,
  rate        numeric(18, 8) NOT NULL,
  reason      text,
  -- A mistake is corrected by an entry that names the one that it reverses.
  reverses_id uuid,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  -- The last line of defence against a decision that takes effect twice.
  CONSTRAINT one_leg_per_request UNIQUE (user_id, request_id, leg),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id),
  FOREIGN KEY (user_id, reverses_id) REFERENCES ledger.movements (user_id, id),
  CONSTRAINT movement_well_formed CHECK (
    ledger.is_well_formed_movement(leg, user_id, debit_id, credit_id, amount, request_id, reason, reverses_id))
);
CREATE UNIQUE INDEX reversed_already ON ledger.movements (user_id, reverses_id) WHERE reverses_id IS NOT NULL;
-- A referred member earns the referrer one reward, ever.
CREATE UNIQUE INDEX one_referral_reward ON ledger.movements (user_id) WHERE leg = 'referral';

-- A member's statement: every change of the account with the balances after it, numbered without gaps.
CREATE TABLE ledger.lines (
  user_id          uuid NOT NULL,
  version          bigint NOT NULL,
  id               uuid NOT NULL DEFAULT uuidv7(),
  movement_user_id uuid NOT NULL,
  movement_id      uuid NOT NULL,
  -- The word that members read. NULL for a lock or unlock, which is no transaction to them.
  type             text,
  available_delta  numeric(20, 4) NOT NULL,
  locked_delta     numeric(20, 4) NOT NULL,
  available_after  numeric(20, 4) NOT NULL,
  locked_after     numeric(20, 4) NOT NULL,
  rate             numeric(18, 8) NOT NULL,
  -- The time of the writing, under the lock of the account, so dates follow numbers. A transaction that writes later may
  -- have begun earlier.
  created_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, version)
);
CREATE INDEX lines_newest ON ledger.lines (id) WHERE type IS NOT NULL;
-- Finds a member's balance at a moment.
CREATE INDEX lines_by_time ON ledger.lines (user_id, created_at, version) WHERE type IS NOT NULL;

-- The friends that a member brought in, and the progress of each. The ledger writes the status down as purchases go on:
-- derived from all requests, a page of friends with a pending purchase would read through all the others.
CREATE TABLE ledger.referrals (
  user_id      uuid NOT NULL REFERENCES profiles (id),
  id           uuid NOT NULL DEFAULT uuidv7(),
  friend_id    uuid NOT NULL REFERENCES profiles (id),
  status       text NOT NULL DEFAULT 'Registered'
               CONSTRAINT referral_status_known CHECK (status IN ('Registered', 'First Purchase Pending', 'Bonus Awarded')),
  -- Coins of the first package that waits for a decision, and the reward for an approved one.
  base_coins   numeric(20, 4),
  reward_coins numeric(20, 4),
  PRIMARY KEY (user_id, id),
  CONSTRAINT friend_taken UNIQUE (user_id, friend_id),
  CONSTRAINT referral_well_formed CHECK ((base_coins IS NOT NULL) = (status = 'First Purchase Pending')
                                         AND (reward_coins IS NOT NULL) = (status = 'Bonus Awarded'))
);
CREATE INDEX referrals_by_status ON ledger.referrals (user_id, status, id) INCLUDE (base_coins, reward_coins);

-- The roll-ups: only ledger.roll_up writes the tables from here on, after the money calls. One row that every money call
-- updated would put them all in a queue. docs/decisions/0018-lists-of-everything.md says more.

-- The sums of settled commands.
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

-- The transaction up to which commands are rolled up.
CREATE TABLE ledger.rollup (
  id        boolean PRIMARY KEY DEFAULT true CONSTRAINT rollup_single_row CHECK (id),
  watermark xid8 NOT NULL DEFAULT '0'
);
INSERT INTO ledger.rollup DEFAULT VALUES;

-- A copy of every line that has a type, in the words of the view "transactions".
CREATE TABLE ledger.entries (
  user_id         uuid NOT NULL,
  version         bigint NOT NULL,
  id              uuid NOT NULL,
  type            text NOT NULL,
  amount          numeric NOT NULL,
  rate            numeric(18, 8) NOT NULL,
  total_usd_value numeric NOT NULL,
  balance_after   numeric NOT NULL,
  created_at      timestamptz NOT NULL,
  -- The highest version of a member says how far that member's lines are copied. The transactions of members whom a search
  -- finds are read here, where they stand side by side.
  PRIMARY KEY (user_id, version) INCLUDE (type, created_at, id, amount, rate, total_usd_value, balance_after)
);
-- An index answers alone only for pages that a vacuum has marked since they changed, so the vacuum comes early.
ALTER TABLE ledger.entries SET (autovacuum_vacuum_insert_scale_factor = 0.02);
-- One index for each order of the list. The type leads: a list of one type is one scan, and a list of all merges one for
-- each. A walk along an order asks each row for its day, amount or member and finds them in the index. The rows themselves
-- lie all over the table and are read only when they are shown.
CREATE INDEX entries_by_date ON ledger.entries (type, created_at, id) INCLUDE (user_id, version, amount);
CREATE INDEX entries_by_coins ON ledger.entries (type, amount, id) INCLUDE (user_id, version, created_at);
CREATE INDEX entries_by_rate ON ledger.entries (type, rate, id) INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_value ON ledger.entries (type, total_usd_value, id) INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_balance ON ledger.entries (type, balance_after, id) INCLUDE (user_id, version, created_at, amount);
-- The same orders within a UTC month, so that a list of a month is as short a scan as a list of all.
CREATE INDEX entries_by_month_and_coins ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), amount, id)
  INCLUDE (user_id, version, created_at);
CREATE INDEX entries_by_month_and_rate ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), rate, id)
  INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_month_and_value ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), total_usd_value, id)
  INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_month_and_balance ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), balance_after, id)
  INCLUDE (user_id, version, created_at, amount);

-- A copy of every request that is decided or taken back, which never changes again.
CREATE TABLE ledger.decided (
  id           uuid NOT NULL,
  user_id      uuid NOT NULL,
  kind         text NOT NULL,
  status       text NOT NULL,
  amount_coins numeric(20, 4) NOT NULL,
  created_at   timestamptz NOT NULL,
  -- A walk along the list asks each request for its member and day and finds them in the index.
  PRIMARY KEY (kind, status, id) INCLUDE (user_id, created_at)
);
ALTER TABLE ledger.decided SET (autovacuum_vacuum_insert_scale_factor = 0.02);

-- The sums of a UTC day, for each type of transaction. A type moves coins in one direction only.
CREATE TABLE ledger.daily (
  day       date NOT NULL,
  type      text NOT NULL,
  count     bigint NOT NULL,
  coins_in  numeric(30, 4) NOT NULL,
  coins_out numeric(30, 4) NOT NULL,
  value_usd numeric(30, 2) NOT NULL,
  PRIMARY KEY (day, type)
);
-- New accounts of members.
CREATE TABLE ledger.daily_members (
  day   date PRIMARY KEY,
  count bigint NOT NULL
);
-- Decided requests, by the day on which they were made.
CREATE TABLE ledger.daily_decided (
  day    date NOT NULL,
  kind   text NOT NULL,
  status text NOT NULL,
  count  bigint NOT NULL,
  coins  numeric(30, 4) NOT NULL,
  PRIMARY KEY (day, kind, status)
);
