-- The evidence for open buys: what the final transfers of the chain say about each. docs/chain.md explains the rules. Each look-up uses an
-- index and has a limit, so a flood of transfers to the deposit address changes nothing.

-- A list of a member's addresses has room for five. The lock lets the additions of one member wait for each other.
CREATE OR REPLACE FUNCTION public.limit_sending_addresses() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM profiles p WHERE p.id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM sending_addresses s WHERE s.user_id = NEW.user_id AND s.address <> NEW.address) >= 5 THEN
    PERFORM ledger.refuse('sending_addresses_full');
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER limit_addresses BEFORE INSERT ON sending_addresses FOR EACH ROW EXECUTE FUNCTION limit_sending_addresses();

-- Says to which members the sender of a transfer belongs: "own" if this member alone has registered it before, "shared" if
-- another member has registered it, too, "other" if only others have, "unknown" if no member has.
CREATE OR REPLACE FUNCTION ledger.sender_of(p_user uuid, p_address text, p_at timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_own boolean := EXISTS (SELECT FROM public.sending_addresses s WHERE s.user_id = p_user AND s.address = p_address AND s.added_at < p_at);
  is_others boolean := EXISTS (SELECT FROM public.sending_addresses s WHERE s.address = p_address AND s.user_id <> p_user);
BEGIN
  RETURN CASE WHEN is_own AND is_others THEN 'shared' WHEN is_own THEN 'own' WHEN is_others THEN 'other' ELSE 'unknown' END;
END
$$;

-- Finds the open buys of other members that a transfer could pay as well: they name its transaction, or have its amount. At most
-- p_most of either kind.
CREATE OR REPLACE FUNCTION ledger.other_claimants(p_user uuid, p_hash text, p_units numeric, p_most int DEFAULT 5)
RETURNS TABLE (user_id uuid, request_id uuid, is_named boolean) LANGUAGE plpgsql STABLE ROWS 2 AS $$
BEGIN
  RETURN QUERY
  SELECT c.user_id, c.id, bool_or(c.names) FROM (
    (SELECT q.user_id, q.id, true AS names FROM ledger.requests q
      WHERE q.transaction_hash IS NOT NULL AND ledger.comparable_hash(q.transaction_hash) = p_hash
        AND q.status = 'pending' AND q.user_id <> p_user
      ORDER BY q.id LIMIT p_most)
    UNION ALL
    (SELECT q.user_id, q.id, false FROM ledger.requests q
      WHERE q.kind = 'buy' AND q.status = 'pending' AND q.usdt_amount = p_units * 0.000001 AND q.user_id <> p_user
      ORDER BY q.id LIMIT p_most)) c
   GROUP BY c.user_id, c.id;
END
$$;

-- Finds the transfers that may pay for a buy: of the hash that it names, of its amount, from the addresses that its member has
-- registered, and those allocated to it. Transfers with another use are left out, unless the buy names them.
CREATE OR REPLACE FUNCTION ledger.candidate_transfers(r ledger.requests) RETURNS SETOF public.chain_transfers LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
  -- The most transfers of one amount or sender that are looked through, and the most that are returned.
  read_max constant int := 500;
  shown_max constant int := 10;
  -- A payment may be a little older than the request, as members pay first and ask afterwards.
  since timestamptz := r.created_at - interval '1 day';
BEGIN
  RETURN QUERY
  SELECT t.* FROM public.chain_transfers t
   WHERE (t.transaction_hash, t.log_index) IN (
     (SELECT a.transaction_hash, a.log_index FROM ledger.allocations a WHERE a.user_id = r.user_id AND a.request_id = r.id)
     UNION
     (SELECT n.transaction_hash, n.log_index FROM public.chain_transfers n
       WHERE n.transaction_hash = ledger.comparable_hash(r.transaction_hash) ORDER BY n.log_index LIMIT shown_max)
     UNION
     (SELECT u.transaction_hash, u.log_index FROM (
        SELECT c.transaction_hash, c.log_index, c.block_time FROM public.chain_transfers c
         WHERE c.units = r.usdt_amount * 1000000 AND c.block_time >= since ORDER BY c.block_time LIMIT read_max) u
       WHERE r.status = 'pending'
         AND NOT EXISTS (SELECT FROM ledger.allocations a WHERE a.transaction_hash = u.transaction_hash AND a.log_index = u.log_index)
       ORDER BY u.block_time LIMIT shown_max)
     UNION
     (SELECT o.transaction_hash, o.log_index FROM public.sending_addresses s
       CROSS JOIN LATERAL (
         SELECT c.transaction_hash, c.log_index, c.block_time FROM public.chain_transfers c
          WHERE c.from_address = s.address AND c.block_time >= greatest(since, s.added_at) ORDER BY c.block_time LIMIT read_max) o
       WHERE s.user_id = r.user_id AND r.status = 'pending'
         AND NOT EXISTS (SELECT FROM ledger.allocations a WHERE a.transaction_hash = o.transaction_hash AND a.log_index = o.log_index)
       ORDER BY o.block_time LIMIT shown_max));
END
$$;

-- Returns what the final transfers say about a buy, one row for each that may pay for it, the strongest first.
--   amount    exact, under or over, in whole base units
--   is_right_address  the transfer went to the deposit address of its block's time
--   timing    in_time, early (before the request was made, or before its amount was reserved) or late (after it would have expired)
--   sender    as sender_of says
--   is_named  the buy names the transaction
--   named_by_others, same_amount_open  other members' open buys that name it, or have its amount; five at most are counted
--   strength  A: this member alone registered the sender before the block's time. B: no other open buy has the amount, and this
--             one has it exactly. C: the hash is named, and nothing else. NULL: none of these
--   used      NULL, "request" or "refund"; used_by is the request
-- Nothing here is proof alone. An automatic decision must ask for all of it: amount, address, time, no use and no other claimant.
CREATE OR REPLACE FUNCTION ledger.deposit_evidence(p_user uuid, p_request uuid)
RETURNS TABLE (
  transaction_hash text, log_index integer, units numeric, from_address text, to_address text, block_number bigint, block_time timestamptz,
  final_at timestamptz, amount text, is_right_address boolean, timing text, sender text, is_named boolean,
  named_by_others integer, same_amount_open integer, strength text, used text, used_by_user uuid, used_by_request uuid
) LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
  r ledger.requests;
  wanted numeric;
  expires_at timestamptz;
BEGIN
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request AND q.kind = 'buy';
  IF NOT FOUND THEN RETURN; END IF;
  wanted := r.usdt_amount * 1000000;
  expires_at := ledger.waits_since(r) + make_interval(days => (SELECT s.buy_request_days FROM public.settings s));
  RETURN QUERY
  SELECT f.transaction_hash, f.log_index, f.units, f.from_address, f.to_address, f.block_number, f.block_time, f.final_at, f.amount,
         f.is_right_address, f.timing, f.sender, f.is_named, f.named_by_others, f.same_amount_open,
         CASE WHEN NOT f.is_right_address THEN NULL WHEN f.sender = 'own' THEN 'A'
              WHEN f.amount = 'exact' AND f.same_amount_open = 0 AND f.timing = 'in_time' THEN 'B'
              WHEN f.is_named THEN 'C' END AS strength,
         f.used, f.used_by_user, f.used_by_request
    FROM (
      SELECT t.*, CASE WHEN t.units = wanted THEN 'exact' WHEN t.units < wanted THEN 'under' ELSE 'over' END AS amount,
             public.was_deposit_address(t.to_address, t.block_time) AS is_right_address,
             CASE WHEN t.block_time < coalesce(r.amount_since, r.created_at) THEN 'early' WHEN t.block_time > expires_at THEN 'late' ELSE 'in_time' END AS timing,
             ledger.sender_of(r.user_id, t.from_address, t.block_time) AS sender,
             coalesce(t.transaction_hash = ledger.comparable_hash(r.transaction_hash), false) AS is_named,
             c.named_by_others, c.same_amount_open
               -- Another open buy of this member with the same amount leaves as open which of them was paid.
               + (SELECT count(*) FROM (SELECT FROM ledger.requests q WHERE q.kind = 'buy' AND q.status = 'pending' AND q.usdt_amount = t.units * 0.000001
                                           AND q.user_id = r.user_id AND q.id <> r.id LIMIT 5) own)::integer AS same_amount_open,
             CASE WHEN a.request_id IS NOT NULL THEN 'request' WHEN a.refund_hash IS NOT NULL THEN 'refund' END AS used,
             a.user_id AS used_by_user, a.request_id AS used_by_request
        FROM ledger.candidate_transfers(r) t
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE o.is_named)::integer AS named_by_others,
                 count(*) FILTER (WHERE NOT o.is_named OR t.units = q.usdt_amount * 1000000)::integer AS same_amount_open
            FROM ledger.other_claimants(r.user_id, t.transaction_hash, t.units) o
            JOIN ledger.requests q ON q.user_id = o.user_id AND q.id = o.request_id) c
        LEFT JOIN ledger.allocations a ON a.transaction_hash = t.transaction_hash AND a.log_index = t.log_index) f
   ORDER BY 16 NULLS LAST, f.amount <> 'exact', f.block_time, f.transaction_hash, f.log_index;
END
$$;
