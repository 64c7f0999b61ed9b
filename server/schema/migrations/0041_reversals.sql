-- Reversals of whole requests, and the debts that they leave. server/money/ledger/reversals.sql and debts.sql have the rules.

-- All tables of this migration, in the order in which the money calls lock them.
LOCK TABLE ledger.requests, ledger.movements, ledger.payouts, ledger.proposed_changes, ledger.call_origins, notices IN ACCESS EXCLUSIVE MODE;

-- An approved request is reversed once. It keeps its status, and this row says the rest.
CREATE TABLE ledger.reversals (
  user_id          uuid NOT NULL,
  request_id       uuid NOT NULL,
  administrator_id uuid NOT NULL REFERENCES profiles (id),
  -- The member reads it.
  reason           text NOT NULL CONSTRAINT reversal_reason_length CHECK (length(trim(reason)) >= 10 AND length(reason) <= 500),
  -- The first purchase of the member was restored to what it was before, is kept because something later depends on it, or is another one.
  first_purchase   text NOT NULL CONSTRAINT reversal_first_purchase_known CHECK (first_purchase IN ('none', 'restored', 'kept')),
  created_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT already_reversed PRIMARY KEY (user_id, request_id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);
CREATE INDEX reversals_by_administrator ON ledger.reversals (administrator_id);

-- Coins that a member had to give back and no longer had. The next credits pay them, the oldest debt first.
CREATE TABLE ledger.debts (
  user_id    uuid NOT NULL REFERENCES ledger.accounts (user_id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  -- The reversed request, which may be another member's. The same transaction has just written its reversal, which stays.
  owner_id   uuid NOT NULL,
  request_id uuid NOT NULL,
  coins      numeric(20, 4) NOT NULL CONSTRAINT debt_positive CHECK (coins > '0'::numeric),
  remaining  numeric(20, 4) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The time of the last repayment.
  repaid_at  timestamptz,
  PRIMARY KEY (user_id, id),
  CONSTRAINT one_debt_per_reversal UNIQUE (user_id, owner_id, request_id),
  CONSTRAINT debt_remaining_range CHECK (remaining BETWEEN '0'::numeric AND coins)
);
CREATE INDEX debts_open ON ledger.debts (user_id, id) WHERE remaining > '0'::numeric;
CREATE INDEX debts_by_request ON ledger.debts (owner_id, request_id);

-- A function, as PostgreSQL parses the expression of a CHECK anew in each statement.
CREATE FUNCTION ledger.is_well_formed_advance(leg text, debt_id uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (debt_id IS NOT NULL) = (leg IN ('owe', 'repay'));
END
$$;
-- The debt that coins were advanced for, or that they repay. The next migration validates the rules of long tables.
ALTER TABLE ledger.movements
  ADD COLUMN debt_id uuid,
  ADD CONSTRAINT movement_debt_well_formed CHECK (ledger.is_well_formed_advance(leg, debt_id)) NOT VALID,
  ADD CONSTRAINT movements_debt_fkey FOREIGN KEY (user_id, debt_id) REFERENCES ledger.debts (user_id, id) NOT VALID;
-- After a reversal of the first purchase, a friend earns the reward again by another one. The verifier counts.
DROP INDEX ledger.one_referral_reward;

-- The package of the member before the approval of this package purchase, so that a reversal can bring it back.
ALTER TABLE ledger.requests ADD COLUMN earlier_package_id uuid;

CREATE OR REPLACE FUNCTION ledger.is_known_operation(operation text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN operation IN ('open', 'submit', 'approve', 'reject', 'cancel', 'expire', 'adjust_in', 'adjust_out', 'propose', 'reverse', 'owe', 'repay');
END
$$;

CREATE OR REPLACE FUNCTION ledger.is_well_formed_movement(
  leg text, user_id uuid, debit_id uuid, credit_id uuid, amount numeric, request_id uuid, reason text, reverses_id uuid
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF amount <= 0 THEN RETURN false; END IF;
  IF leg IN ('adjustment_in', 'adjustment_out') THEN
    IF request_id IS NOT NULL OR length(coalesce(reason, '')) NOT BETWEEN 1 AND 500 THEN RETURN false; END IF;
  ELSIF (request_id IS NULL) <> (leg IN ('owe', 'repay')) OR num_nonnulls(reason, reverses_id) > 0 THEN
    RETURN false;
  END IF;
  IF leg IN ('hold', 'release') THEN
    RETURN num_nonnulls(debit_id, credit_id) = 2 AND debit_id = user_id AND credit_id = user_id;
  ELSIF leg IN ('buy', 'bonus', 'adjustment_in', 'owe', 'reverse_withdrawal') THEN
    RETURN debit_id IS NULL AND credit_id IS NOT NULL AND credit_id = user_id;
  ELSIF leg IN ('withdrawal', 'adjustment_out', 'repay', 'reverse_buy', 'reverse_bonus') THEN
    RETURN debit_id IS NOT NULL AND debit_id = user_id AND credit_id IS NULL;
  ELSIF leg = 'transfer' THEN
    RETURN debit_id IS NOT NULL AND debit_id = user_id AND credit_id IS NOT NULL AND credit_id <> user_id;
  ELSIF leg = 'reverse_transfer' THEN
    RETURN credit_id IS NOT NULL AND credit_id = user_id AND debit_id IS NOT NULL AND debit_id <> user_id;
  ELSIF leg = 'reverse_referral' THEN
    RETURN credit_id IS NULL AND debit_id IS NOT NULL AND debit_id <> user_id;
  ELSE
    RETURN leg = 'referral' AND debit_id IS NULL AND credit_id IS NOT NULL AND credit_id <> user_id;
  END IF;
END
$$;

-- The payout of a reversed withdrawal is cancelled. A payment that failed and pays after all can still be found then.
ALTER TABLE ledger.payouts DROP CONSTRAINT payout_state_known, DROP CONSTRAINT payout_well_formed,
  ADD CONSTRAINT payout_state_known CHECK (state IN ('untracked', 'to_pay', 'sent', 'confirmed', 'cancelled')) NOT VALID,
  ADD CONSTRAINT payout_well_formed CHECK (
    (state IN ('sent', 'confirmed')) = (hash IS NOT NULL) AND (failures > 0) = (failure IS NOT NULL)
    AND (state IN ('untracked', 'cancelled') OR usdt_amount IS NOT NULL)
    AND CASE WHEN finding = 'paid_after_all' THEN state IN ('to_pay', 'sent', 'cancelled') WHEN finding IS NOT NULL THEN state = 'sent' ELSE true END) NOT VALID;

ALTER TABLE ledger.proposed_changes DROP CONSTRAINT proposal_kind_known,
  ADD CONSTRAINT proposal_kind_known CHECK (kind IN ('adjustment', 'settings', 'policy', 'package', 'duty', 'status', 'invitation', 'reversal'));
ALTER TABLE ledger.call_origins DROP CONSTRAINT call_origin_call_known,
  ADD CONSTRAINT call_origin_call_known CHECK (call IN ('submit', 'cancel', 'approve', 'reject', 'adjust', 'reverse')) NOT VALID;
ALTER TABLE notices DROP CONSTRAINT notice_kind_known,
  ADD CONSTRAINT notice_kind_known CHECK (kind IN (
    'request_approved', 'request_rejected', 'request_expired', 'coins_received', 'reward_received', 'balance_corrected',
    'payout_sent', 'payout_corrected', 'payout_failed', 'payout_confirmed', 'request_reversed', 'transfer_reversed', 'reward_reversed', 'debt_repaid')) NOT VALID;
