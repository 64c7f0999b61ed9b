-- The transfers of the chain that pay for buys or were sent back, what was received and credited, and the addresses that members
-- pay from. server/money/deposits/allocations.sql has the rules; docs/chain.md explains them.

-- The contract of the token by the configuration. Each start of a server writes it.
ALTER TABLE settings ADD COLUMN token_contract text
  CONSTRAINT settings_token_contract_length CHECK (length(token_contract) BETWEEN 1 AND 128);

-- The use of a transfer: it pays one request, or it was sent back. A transfer without a row is free. The key lets a transfer have one
-- use, also if two administrators decide at the same moment.
CREATE TABLE ledger.allocations (
  transaction_hash text NOT NULL,
  log_index    integer NOT NULL,
  -- The request that the transfer pays; NULL for one that was sent back.
  user_id      uuid,
  request_id   uuid,
  -- The transaction that sent it back, with the reason and the administrator who noted it.
  refund_hash  text CONSTRAINT refund_hash_form CHECK (refund_hash ~ '^[0-9a-f]{64}$'),
  reason       text,
  noted_by     uuid REFERENCES profiles (id),
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT transfer_allocated_already PRIMARY KEY (transaction_hash, log_index),
  FOREIGN KEY (transaction_hash, log_index) REFERENCES chain_transfers (transaction_hash, log_index),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id),
  CONSTRAINT allocation_well_formed CHECK (
    num_nonnulls(user_id, request_id) IN (0, 2) AND num_nonnulls(refund_hash, reason, noted_by) IN (0, 3)
    AND (request_id IS NULL) <> (refund_hash IS NULL) AND length(reason) BETWEEN 1 AND 500)
);
CREATE INDEX allocations_by_request ON ledger.allocations (user_id, request_id) WHERE request_id IS NOT NULL;

-- The second administrator approves with the transfers of the first one.
ALTER TABLE ledger.approvals
  ADD COLUMN transfers text[] NOT NULL DEFAULT '{}',
  ADD COLUMN is_part boolean NOT NULL DEFAULT false;

-- A request keeps what was asked. A buy that was credited in part has its coins and USD beside it.
CREATE FUNCTION ledger.is_well_formed_credit(
  kind text, status text, received_units numeric, usdt_amount numeric, amount_coins numeric, credited_coins numeric, credited_usd numeric
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF num_nonnulls(received_units, credited_coins, credited_usd) = 0 THEN RETURN true; END IF;
  IF kind <> 'buy' OR status <> 'approved' OR received_units IS NULL OR received_units <= 0 THEN RETURN false; END IF;
  IF received_units >= usdt_amount * 1000000 THEN RETURN num_nonnulls(credited_coins, credited_usd) = 0; END IF;
  RETURN num_nonnulls(credited_coins, credited_usd) = 2 AND credited_coins > 0 AND credited_coins < amount_coins AND credited_usd >= 0;
END
$$;
ALTER TABLE ledger.requests
  -- The base units of the transfers that paid for an approved buy; NULL if it was approved without any.
  ADD COLUMN received_units numeric(78, 0),
  ADD COLUMN credited_coins numeric(20, 4),
  ADD COLUMN credited_usd numeric(20, 2),
  ADD CONSTRAINT request_credit_well_formed CHECK (ledger.is_well_formed_credit(
    kind, status, received_units, usdt_amount, amount_coins, credited_coins, credited_usd));

-- Finds the open buys of an amount.
CREATE INDEX requests_open_amounts ON ledger.requests (usdt_amount, id) WHERE kind = 'buy' AND status = 'pending';
-- The order of the administrators' list of transfers.
CREATE INDEX chain_transfers_by_time ON chain_transfers (block_time, transaction_hash, log_index);

-- The addresses that a member says to pay from. The database dates them, so none of them is older than a payment that was there before.
CREATE TABLE sending_addresses (
  user_id  uuid NOT NULL REFERENCES profiles (id),
  id       uuid NOT NULL DEFAULT uuidv7(),
  address  text NOT NULL CONSTRAINT sending_address_length CHECK (length(address) BETWEEN 1 AND 128),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT sending_address_listed UNIQUE (user_id, address)
);
CREATE INDEX sending_addresses_by_address ON sending_addresses (address, user_id);
