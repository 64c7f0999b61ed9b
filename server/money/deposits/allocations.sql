-- The transfers that pay for buys. An approval names them, and ledger.decide allocates them in the same transaction. A transfer is
-- named by the hash of its transaction and the place of its log, as <hash>:<place>.

-- Returns the names of transfers once each and in order, so that the same transfers make the same call.
CREATE OR REPLACE FUNCTION ledger.sorted_transfers(p_transfers text[]) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_transfers) t (name) WHERE (t.name ~ '^[0-9a-f]{64}:[0-9]{1,9}$') IS NOT TRUE) THEN
    PERFORM ledger.refuse('invalid_request');
  END IF;
  RETURN ARRAY(SELECT DISTINCT t.name COLLATE "C" FROM unnest(p_transfers) t (name) ORDER BY 1);
END
$$;

-- Returns the part of an amount that was paid for, rounded down to a multiple of p_unit.
CREATE OR REPLACE FUNCTION ledger.paid_part(p_amount numeric, p_received numeric, p_wanted numeric, p_unit numeric) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN div(p_amount * p_received, p_wanted * p_unit) * p_unit;
END
$$;

-- Judges the transfers of an approval: each is final, of the token, and went to the address of its time. Returns the base units
-- that they bring. With p_is_part, returns also the coins and USD to credit. Returns NULLs without transfers, and for a request that
-- is no longer pending, which ledger.claim refuses.
CREATE OR REPLACE FUNCTION ledger.judge_payment(
  p_user uuid, p_request uuid, p_transfers text[], p_is_part boolean,
  OUT received_units numeric, OUT credited_coins numeric, OUT credited_usd numeric
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  -- The most transfers that pay for one request.
  transfers_max constant int := 20;
  r ledger.requests;
  wanted numeric;
  good int;
BEGIN
  IF cardinality(p_transfers) = 0 AND NOT p_is_part THEN RETURN; END IF;
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending';
  IF NOT FOUND THEN RETURN; END IF;
  IF r.kind <> 'buy' OR cardinality(p_transfers) NOT BETWEEN 1 AND transfers_max THEN PERFORM ledger.refuse('invalid_request'); END IF;
  SELECT count(*), sum(t.units) INTO good, received_units
    FROM unnest(p_transfers) named (name)
    JOIN public.chain_transfers t ON t.transaction_hash = split_part(named.name, ':', 1)
                                 AND t.log_index = split_part(named.name, ':', 2)::integer
    JOIN public.settings s ON s.token_contract IS NULL OR s.token_contract = t.contract
   WHERE public.was_deposit_address(t.to_address, t.block_time);
  IF good < cardinality(p_transfers) THEN PERFORM ledger.refuse('transfer_not_payable'); END IF;
  wanted := r.usdt_amount * 1000000;
  IF NOT p_is_part THEN
    IF received_units < wanted THEN PERFORM ledger.refuse('payment_too_small'); END IF;
    RETURN;
  END IF;
  IF received_units >= wanted THEN PERFORM ledger.refuse('payment_complete'); END IF;
  credited_coins := ledger.paid_part(r.amount_coins, received_units, wanted, 0.0001);
  credited_usd := ledger.paid_part(r.amount_usd, received_units, wanted, 0.01);
  IF credited_coins = 0 THEN PERFORM ledger.refuse('payment_too_small'); END IF;
END
$$;

-- True if one of these transfers pays a request, or was sent back.
CREATE OR REPLACE FUNCTION ledger.is_allocated(p_transfers text[]) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM unnest(p_transfers) named (name)
      JOIN ledger.allocations a ON a.transaction_hash = split_part(named.name, ':', 1)
                               AND a.log_index = split_part(named.name, ':', 2)::integer);
END
$$;

-- Lets transfers pay for a request. The key refuses with transfer_allocated_already what pays for another one. The order keeps two
-- approvals with the same transfers from a deadlock.
CREATE OR REPLACE FUNCTION ledger.allocate(p_user uuid, p_request uuid, p_transfers text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  transfer text;
BEGIN
  FOREACH transfer IN ARRAY p_transfers LOOP
    INSERT INTO ledger.allocations (transaction_hash, log_index, user_id, request_id)
    VALUES (split_part(transfer, ':', 1), split_part(transfer, ':', 2)::integer, p_user, p_request);
  END LOOP;
END
$$;
