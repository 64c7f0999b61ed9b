-- The sums of the treasury. Triggers add to them in the transaction of what they sum, so they are exact in every snapshot.

-- True if a deposit address has sent a transfer. An address may be emptied after it was replaced, but not before it was one.
CREATE OR REPLACE FUNCTION public.is_own_move(p_from text, p_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN EXISTS (SELECT FROM public.deposit_addresses d WHERE d.address = p_from AND d.set_at <= p_at);

-- The transfers that have paid for withdrawals.
CREATE OR REPLACE VIEW ledger.paying_transfers AS
SELECT l.pays AS request_id, l.from_address, l.units, t.block_number, public.is_own_move(l.from_address, t.block_time) AS is_own
  FROM public.payout_logs l JOIN public.payout_transactions t ON t.hash = l.hash WHERE l.pays IS NOT NULL;

-- The sums of approved requests that were not reversed, and of refunds, computed from the rows. The verifier compares them with those that are kept.
CREATE OR REPLACE VIEW ledger.computed_treasury AS
SELECT administrator_id, kind, count(*) AS count, sum(asked) AS asked_units, count(*) FILTER (WHERE is_unpaid) AS unpaid_count,
       coalesce(sum(asked) FILTER (WHERE is_unpaid), 0) AS unpaid_units, coalesce(sum(received), 0) AS received_units,
       coalesce(sum(greatest(received - asked, 0)), 0) AS over_units, coalesce(sum(greatest(asked - received, 0)), 0) AS under_units
  FROM (
    -- A withdrawal from before amounts in USDT were frozen has none.
    SELECT coalesce(decided_by, '00000000-0000-0000-0000-000000000000') AS administrator_id, kind, coalesce(usdt_amount * 1000000, 0) AS asked,
           received_units AS received, kind = 'buy' AND received_units IS NULL AS is_unpaid
      FROM ledger.requests q WHERE status = 'approved' AND kind IN ('buy', 'withdrawal')
       AND NOT EXISTS (SELECT FROM ledger.reversals v WHERE v.user_id = q.user_id AND v.request_id = q.id)
    UNION ALL
    SELECT a.noted_by, r.kind, t.units, NULL, false FROM (VALUES ('refund')) r (kind) CROSS JOIN ledger.allocations a
      JOIN public.chain_transfers t ON t.transaction_hash = a.transaction_hash AND t.log_index = a.log_index
     WHERE a.refund_hash IS NOT NULL) one
 GROUP BY 1, 2;

-- p_sign: 1 to add, -1 to take a reversed request away again.
DROP FUNCTION IF EXISTS ledger.add_to_treasury(uuid, text, numeric, numeric);
CREATE OR REPLACE FUNCTION ledger.add_to_treasury(
  p_administrator uuid, p_kind text, p_asked numeric, p_received numeric, p_sign integer DEFAULT 1
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_unpaid constant boolean := p_kind = 'buy' AND p_received IS NULL;
BEGIN
  INSERT INTO ledger.treasury_totals AS d (administrator_id, kind, count, asked_units, unpaid_count, unpaid_units, received_units,
                                           over_units, under_units)
  VALUES (coalesce(p_administrator, '00000000-0000-0000-0000-000000000000'), p_kind, p_sign, p_sign * p_asked, CASE WHEN is_unpaid THEN p_sign ELSE 0 END,
          CASE WHEN is_unpaid THEN p_sign * p_asked ELSE 0 END, p_sign * coalesce(p_received, 0),
          p_sign * greatest(coalesce(p_received, p_asked) - p_asked, 0), p_sign * greatest(p_asked - coalesce(p_received, p_asked), 0))
  ON CONFLICT (administrator_id, kind) DO UPDATE
     SET count = d.count + excluded.count, asked_units = d.asked_units + excluded.asked_units,
         unpaid_count = d.unpaid_count + excluded.unpaid_count, unpaid_units = d.unpaid_units + excluded.unpaid_units,
         received_units = d.received_units + excluded.received_units, over_units = d.over_units + excluded.over_units,
         under_units = d.under_units + excluded.under_units;
  DELETE FROM ledger.treasury_totals d
   WHERE d.administrator_id = coalesce(p_administrator, '00000000-0000-0000-0000-000000000000') AND d.kind = p_kind AND d.count = 0;
END
$$;

-- Takes a request that is reversed out of the sums. Its transfers are free again, and it is no longer to be paid.
CREATE OR REPLACE FUNCTION ledger.take_from_treasury(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger.add_to_treasury(r.decided_by, r.kind, coalesce(r.usdt_amount * 1000000, 0), r.received_units, -1);
END
$$;

CREATE OR REPLACE FUNCTION ledger.note_approved_usdt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger.add_to_treasury(NEW.decided_by, NEW.kind, coalesce(NEW.usdt_amount * 1000000, 0), NEW.received_units);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_approved_usdt AFTER UPDATE OF status ON ledger.requests FOR EACH ROW
  WHEN (NEW.status = 'approved' AND NEW.kind IN ('buy', 'withdrawal')) EXECUTE FUNCTION ledger.note_approved_usdt();

CREATE OR REPLACE FUNCTION ledger.note_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger.add_to_treasury(NEW.noted_by, 'refund', t.units, NULL) FROM public.chain_transfers t
    WHERE t.transaction_hash = NEW.transaction_hash AND t.log_index = NEW.log_index;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_refund AFTER INSERT ON ledger.allocations FOR EACH ROW
  WHEN (NEW.refund_hash IS NOT NULL) EXECUTE FUNCTION ledger.note_refund();

-- The application adds transfers, and may not write their sums. One row is written for all transfers of a statement.
CREATE OR REPLACE FUNCTION public.note_transfers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO chain_totals AS c (address, transfers, units, moved_units)
  SELECT a.to_address, count(*), sum(a.units), coalesce(sum(a.units) FILTER (WHERE is_own_move(a.from_address, a.block_time)), 0)
    FROM added a GROUP BY 1 ORDER BY 1
  ON CONFLICT (address) DO UPDATE
     SET transfers = c.transfers + excluded.transfers, units = c.units + excluded.units, moved_units = c.moved_units + excluded.moved_units;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_transfers AFTER INSERT ON chain_transfers REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_transfers();

-- The name comes after that of note_payout_total, because triggers run in the order of their names, and locks have one order.
CREATE OR REPLACE FUNCTION ledger.note_payout_source() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.payout_sources s SET payouts = s.payouts + 1, units = s.units + t.units
    FROM ledger.paying_transfers t WHERE t.request_id = NEW.request_id AND t.is_own = s.is_own;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_payout_total_of_source AFTER UPDATE OF state ON ledger.payouts FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'confirmed') EXECUTE FUNCTION ledger.note_payout_source();

-- One row: what the chain shows of the deposit addresses, what the requests say, and the names of the differences, in base units.
-- A transfer pays for a buy, was sent back, moved between deposit addresses, or is free. A payout may leave from any address.
DROP VIEW IF EXISTS ledger.treasury;
CREATE VIEW ledger.treasury AS
SELECT c.transfers, c.received, c.moved, d.allocated, d.refunds, d.refunded, c.received - c.moved - d.allocated - d.refunded AS free,
       d.buys, d.bought, d.unpaid_buys, d.unpaid, d.overpaid, d.underpaid, d.withdrawals, d.withdrawn, p.paid_here, p.paid_elsewhere
  FROM (SELECT coalesce(sum(transfers), 0) AS transfers, coalesce(sum(units), 0) AS received, coalesce(sum(moved_units), 0) AS moved
          FROM public.chain_totals) c
 CROSS JOIN (
    SELECT coalesce(sum(received_units), 0) AS allocated, coalesce(sum(count) FILTER (WHERE kind = 'refund'), 0) AS refunds,
           coalesce(sum(asked_units) FILTER (WHERE kind = 'refund'), 0) AS refunded,
           coalesce(sum(count) FILTER (WHERE kind = 'buy'), 0) AS buys, coalesce(sum(asked_units) FILTER (WHERE kind = 'buy'), 0) AS bought,
           coalesce(sum(unpaid_count), 0) AS unpaid_buys, coalesce(sum(unpaid_units), 0) AS unpaid,
           coalesce(sum(over_units), 0) AS overpaid, coalesce(sum(under_units), 0) AS underpaid,
           coalesce(sum(count) FILTER (WHERE kind = 'withdrawal'), 0) AS withdrawals,
           coalesce(sum(asked_units) FILTER (WHERE kind = 'withdrawal'), 0) AS withdrawn
      FROM ledger.treasury_totals) d
 CROSS JOIN (
    SELECT coalesce(sum(units) FILTER (WHERE is_own), 0) AS paid_here, coalesce(sum(units) FILTER (WHERE NOT is_own), 0) AS paid_elsewhere
      FROM ledger.payout_sources) p;

-- For the owner: makes the sums anew from the rows, after rows were written past the triggers, and when the sums are new.
CREATE OR REPLACE FUNCTION ledger.rebuild_treasury() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ledger.treasury_totals;
  INSERT INTO ledger.treasury_totals SELECT * FROM ledger.computed_treasury;
  DELETE FROM public.chain_totals;
  INSERT INTO public.chain_totals
  SELECT to_address, count(*), sum(units), coalesce(sum(units) FILTER (WHERE public.is_own_move(from_address, block_time)), 0)
    FROM public.chain_transfers GROUP BY 1;
  UPDATE ledger.payout_sources s
     SET (payouts, units) = (SELECT count(*), coalesce(sum(units), 0) FROM ledger.paying_transfers t WHERE t.is_own = s.is_own);
END
$$;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.treasury_totals) AND NOT EXISTS (SELECT FROM public.chain_totals)
     AND NOT EXISTS (SELECT FROM ledger.payout_sources WHERE payouts > 0) THEN
    PERFORM ledger.rebuild_treasury();
  END IF;
END
$$;
