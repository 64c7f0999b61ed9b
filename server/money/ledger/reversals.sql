-- Reversals: an approved request is undone once, as a whole. Every leg moves back in full, and a person who no longer has the
-- coins owes them (debts.sql). The order of locks is that of a decision: the request, the payout, the sums of worth,
-- the treasury, the digests of the payment, the accounts, the profile and the referral, the boxes of notices, the caller's session.

-- Returns the people with coins that a reversal moves: the coins that each gets back, or below zero gives back.
CREATE OR REPLACE FUNCTION ledger.reversed_coins(r ledger.requests) RETURNS TABLE (person uuid, role text, coins numeric)
LANGUAGE plpgsql STABLE ROWS 2 AS $$
BEGIN
  RETURN QUERY
  SELECT s.person, CASE WHEN s.person = r.user_id THEN 'member' WHEN r.kind = 'buy' THEN 'referrer' ELSE 'recipient' END, sum(s.coins)
    FROM ledger.movements m CROSS JOIN LATERAL (VALUES (m.credit_id, -m.amount), (m.debit_id, m.amount)) s (person, coins)
   WHERE m.user_id = r.user_id AND m.request_id = r.id AND m.leg IN ('buy', 'bonus', 'referral', 'withdrawal', 'transfer') AND s.person IS NOT NULL
   GROUP BY s.person;
END
$$;

-- Forecasts a reversal at this moment: every person with coins that it would move, with the balances and the debt before and after.
CREATE OR REPLACE FUNCTION ledger.forecast_reversal(p_user uuid, p_request uuid)
RETURNS TABLE (user_id uuid, role text, coins numeric, locked numeric, available_before numeric, available_after numeric, debt_before numeric, debt_after numeric)
LANGUAGE plpgsql STABLE ROWS 2 AS $$
BEGIN
  RETURN QUERY
  SELECT e.person, e.role, e.coins, a.locked, a.available,
         CASE WHEN e.coins < 0 THEN greatest(a.available + e.coins, 0) ELSE a.available + greatest(e.coins - d.coins, 0) END,
         d.coins, CASE WHEN e.coins < 0 THEN d.coins + greatest(-e.coins - a.available, 0) ELSE greatest(d.coins - e.coins, 0) END
    FROM ledger.requests r CROSS JOIN LATERAL ledger.reversed_coins(r) e
    JOIN ledger.accounts a ON a.user_id = e.person CROSS JOIN LATERAL (SELECT ledger.debt_of(e.person) AS coins) d
   WHERE r.user_id = p_user AND r.id = p_request;
END
$$;

-- Returns what a reversal does to the first purchase of the member: "restored" if it is undone, "kept" if a later purchase depends
-- on it, "none" if the request has nothing to do with it. package_id: the member's package afterwards.
CREATE OR REPLACE FUNCTION ledger.first_purchase_after(r ledger.requests, OUT outcome text, OUT package_id uuid) LANGUAGE plpgsql STABLE AS $$
DECLARE
  is_done boolean;
  oldest record;
  rest record;
BEGIN
  outcome := 'none';
  SELECT p.first_purchase_done, p.package_id INTO is_done, package_id FROM public.profiles p WHERE p.id = r.user_id;
  -- A buy that was credited in part is no package purchase, and needs none.
  IF r.kind <> 'buy' OR r.credited_coins IS NOT NULL OR NOT is_done THEN RETURN; END IF;
  SELECT q.earlier_package_id INTO oldest FROM ledger.requests q
   WHERE q.user_id = r.user_id AND q.kind = 'buy' AND q.status = 'approved' AND q.credited_coins IS NULL AND q.package_id IS NOT NULL
   ORDER BY q.decided_at, q.id LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  -- The other purchases that stay: all of them, the packages among them, and the newest package.
  SELECT count(*) AS purchases, count(q.package_id) AS packages, min(q.decided_at) FILTER (WHERE q.package_id IS NOT NULL) AS since,
         (array_agg(q.package_id ORDER BY q.decided_at DESC, q.id DESC) FILTER (WHERE q.package_id IS NOT NULL))[1] AS newest
    INTO rest FROM ledger.requests q
   WHERE q.user_id = r.user_id AND q.id <> r.id AND q.kind = 'buy' AND q.status = 'approved' AND q.credited_coins IS NULL
     AND NOT EXISTS (SELECT FROM ledger.reversals v WHERE v.user_id = q.user_id AND v.request_id = q.id);
  IF rest.purchases = 0 THEN
    outcome := 'restored';
    -- A package that no request names may have been removed since.
    package_id := (SELECT k.id FROM public.packages k WHERE k.id = oldest.earlier_package_id);
  ELSIF r.package_id IS NOT NULL THEN
    IF rest.packages = 0 OR rest.since > r.decided_at THEN outcome := 'kept'; END IF;
    IF rest.packages > 0 THEN package_id := rest.newest; END IF;
  END IF;
END
$$;

-- Returns the worth of a reversal in USD: what was paid, or all coins that move, at the higher rate of then and now.
CREATE OR REPLACE FUNCTION ledger.reversal_worth(r ledger.requests) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ledger.worth(coalesce(r.credited_usd, r.amount_usd),
    (SELECT greatest(sum(e.coins) FILTER (WHERE e.coins > 0), -sum(e.coins) FILTER (WHERE e.coins < 0)) FROM ledger.reversed_coins(r) e),
    (SELECT greatest(r.rate, s.et_rate) FROM public.settings s));
END
$$;

-- Refuses a reversal that is not possible at this moment, or not for this administrator.
CREATE OR REPLACE FUNCTION ledger.refuse_reversing(p_actor uuid, r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ledger.is_beneficiary(p_actor, r) OR EXISTS (SELECT FROM ledger.reversed_coins(r) e WHERE e.person = p_actor) THEN
    PERFORM ledger.refuse('forbidden');
  END IF;
  IF r.status <> 'approved' THEN PERFORM ledger.refuse('request_not_approved'); END IF;
  IF EXISTS (SELECT FROM ledger.reversed_coins(r) e WHERE ledger.is_closed(e.person)) THEN PERFORM ledger.refuse('account_closed'); END IF;
  IF EXISTS (SELECT FROM ledger.reversals v WHERE v.user_id = r.user_id AND v.request_id = r.id) THEN PERFORM ledger.refuse('already_reversed'); END IF;
  -- A correction has undone one of its entries by itself.
  IF EXISTS (SELECT FROM ledger.movements m JOIN ledger.movements a ON a.user_id = m.user_id AND a.reverses_id = m.id
              WHERE m.user_id = r.user_id AND m.request_id = r.id) THEN
    PERFORM ledger.refuse('reversed_already');
  END IF;
  -- The USDT has left.
  IF EXISTS (SELECT FROM ledger.payouts p WHERE p.user_id = r.user_id AND p.request_id = r.id AND (p.state IN ('sent', 'confirmed') OR p.finding IS NOT NULL)) THEN
    PERFORM ledger.refuse('payout_sent_already');
  END IF;
END
$$;

-- Applies the rules for corrections to a reversal, as ledger.adjustment_waits does. One of a withdrawal that may have been paid before
-- payments were recorded always needs a second administrator. Returns true if it waits for one.
CREATE OR REPLACE FUNCTION ledger.reversal_waits(p_actor uuid, p_key uuid, p_fingerprint bytea, r ledger.requests, p_reason text, p_debt_max numeric, p_address text)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  worth numeric;
  rules record;
  needs_second boolean;
  detail jsonb;
BEGIN
  PERFORM ledger.lock_sums(p_actor, r.user_id, 'adjustment');
  worth := ledger.reversal_worth(r);
  rules := ledger.judge_worth(p_actor, r.user_id, 'adjustment', worth);
  needs_second := rules.needs_second OR EXISTS (SELECT FROM ledger.payouts p WHERE p.user_id = r.user_id AND p.request_id = r.id AND p.state = 'untracked');
  IF ledger.completes_proposal(p_actor, p_fingerprint, needs_second) THEN
    PERFORM ledger.note_worth(p_actor, 'adjustment', worth, false);
    RETURN false;
  END IF;
  IF NOT needs_second THEN
    PERFORM ledger.note_worth(p_actor, 'adjustment', worth, true);
    RETURN false;
  END IF;
  PERFORM ledger.refuse_flood(p_actor);
  detail := jsonb_build_object('requestId', r.id, 'kind', r.kind, 'coins', trim_scale(r.amount_coins)::text, 'worthUsd', trim_scale(worth)::text,
                               'debtMax', trim_scale(p_debt_max)::text);
  INSERT INTO ledger.proposed_changes (kind, fingerprint, subject_id, after, reason, proposer_id)
  VALUES ('reversal', p_fingerprint, r.user_id, detail, p_reason, p_actor);
  INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, request_id)
  VALUES (p_actor, p_key, p_fingerprint, 'propose', r.kind, r.user_id, r.id);
  INSERT INTO public.audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, 'reversal_proposed', r.user_id, p_address, detail || jsonb_build_object('reason', p_reason));
  RETURN true;
END
$$;

-- Frees the file, the transaction hash and the transfers of a buy for the request that they belong to. Another approved buy that
-- has the same proof, with a reason, holds it from now on. The row of the reversal is there already. Returns the names of the transfers.
CREATE OR REPLACE FUNCTION ledger.free_payment(r ledger.requests) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  freed text[];
BEGIN
  PERFORM FROM ledger.used_proofs u WHERE u.member_id = r.user_id AND u.request_id = r.id ORDER BY u.digest FOR UPDATE;
  UPDATE ledger.used_proofs u SET member_id = o.user_id, request_id = o.request_id
    FROM (SELECT DISTINCT ON (h.digest) h.digest, p.user_id, p.request_id
            FROM ledger.used_proofs h
            JOIN (SELECT * FROM ledger.payment_proofs UNION ALL SELECT * FROM ledger.former_proofs) p ON p.digest = h.digest
            JOIN ledger.standing_requests q ON q.user_id = p.user_id AND q.id = p.request_id
           WHERE h.member_id = r.user_id AND h.request_id = r.id
           ORDER BY h.digest, q.decided_at, q.id) o
   WHERE u.member_id = r.user_id AND u.request_id = r.id AND u.digest = o.digest;
  DELETE FROM ledger.used_proofs u WHERE u.member_id = r.user_id AND u.request_id = r.id;
  WITH gone AS (DELETE FROM ledger.allocations a WHERE a.user_id = r.user_id AND a.request_id = r.id RETURNING a.*)
  SELECT array_agg(g.transaction_hash || ':' || g.log_index ORDER BY 1) INTO freed FROM gone g;
  RETURN freed;
END
$$;

-- Moves every leg of an approved request back, under the locks of the accounts, and returns the coins of base, bonus and reward with the new debts in all.
CREATE OR REPLACE FUNCTION ledger.move_back(r ledger.requests, OUT base numeric, OUT bonus numeric, OUT reward numeric, OUT debt numeric)
LANGUAGE plpgsql AS $$
DECLARE
  m ledger.movements;
  p record;
  movement uuid;
  usd constant numeric := coalesce(r.credited_usd, r.amount_usd);
BEGIN
  base := 0;
  bonus := 0;
  reward := 0;
  debt := 0;
  FOR p IN SELECT e.* FROM ledger.reversed_coins(r) e WHERE e.coins < 0 ORDER BY e.person LOOP
    debt := debt + ledger.owe(p.person, r, -p.coins);
  END LOOP;
  FOR m IN SELECT q.* FROM ledger.movements q
            WHERE q.user_id = r.user_id AND q.request_id = r.id AND q.leg IN ('buy', 'bonus', 'referral', 'withdrawal', 'transfer') ORDER BY q.id LOOP
    INSERT INTO ledger.movements (user_id, request_id, leg, debit_id, credit_id, amount, rate)
    VALUES (r.user_id, r.id, 'reverse_' || m.leg, m.credit_id, m.debit_id, m.amount, m.rate) RETURNING id INTO movement;
    IF m.credit_id IS NOT NULL THEN
      PERFORM ledger.post(m.credit_id, r.user_id, movement, 'REVERSAL_OUT', -m.amount, 0, m.rate,
                          p_invested => CASE m.leg WHEN 'buy' THEN -usd ELSE 0 END, p_incoming => CASE m.leg WHEN 'transfer' THEN -usd ELSE 0 END);
      PERFORM ledger.trim_maturing(m.credit_id, m.id);
    END IF;
    IF m.debit_id IS NOT NULL THEN
      PERFORM ledger.post(m.debit_id, r.user_id, movement, 'REVERSAL_IN', m.amount, 0, m.rate, p_outgoing => -usd);
      PERFORM ledger.repay(m.debit_id, m.rate);
    END IF;
    CASE m.leg
    WHEN 'bonus' THEN bonus := m.amount;
    WHEN 'referral' THEN reward := m.amount;
    ELSE base := m.amount;
    END CASE;
  END LOOP;
END
$$;

-- Undoes the first purchase and the reward of the referrer as far as p_outcome says. The reward itself has gone back.
CREATE OR REPLACE FUNCTION ledger.restore_first_purchase(r ledger.requests, p_outcome text, p_package uuid, p_reward numeric) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF r.kind <> 'buy' THEN RETURN; END IF;
  UPDATE public.profiles p SET first_purchase_done = first_purchase_done AND p_outcome <> 'restored', package_id = p_package
   WHERE p.id = r.user_id AND (p_outcome = 'restored' OR p.package_id IS DISTINCT FROM p_package);
  IF p_outcome = 'restored' THEN
    UPDATE ledger.referrals f SET status = 'Registered', reward_coins = NULL FROM public.profiles p
     WHERE p.id = r.user_id AND f.user_id = p.referred_by_id AND f.friend_id = p.id AND f.status = 'Bonus Awarded';
    PERFORM ledger.note_purchase(r.user_id);
  ELSIF p_reward > 0 THEN
    UPDATE ledger.referrals f SET reward_coins = 0 FROM public.profiles p
     WHERE p.id = r.user_id AND f.user_id = p.referred_by_id AND f.friend_id = p.id AND f.status = 'Bonus Awarded';
  END IF;
END
$$;

-- Returns the kind of the notice for a person in this role.
CREATE OR REPLACE FUNCTION ledger.reversal_notice(p_role text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE p_role WHEN 'member' THEN 'request_reversed' WHEN 'recipient' THEN 'transfer_reversed' WHEN 'referrer' THEN 'reward_reversed' END;
END
$$;

-- Tells all people with coins that were moved back, in ascending order.
CREATE OR REPLACE FUNCTION ledger.notify_reversed(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT e.person, ledger.reversal_notice(e.role) AS kind FROM ledger.reversed_coins(r) e ORDER BY e.person LOOP
    PERFORM ledger.notify(one.person, one.kind, r.user_id, r.id, r.id);
    PERFORM ledger.notify_repaid(one.person);
  END LOOP;
END
$$;

-- Reverses an approved request for an owner or approver whom it did not pay, or proposes to. Returns if it is reversed now.
--   p_debt_max: the most new debt that the administrator agrees to; NULL for any. It is no part of the call that a key repeats.
CREATE OR REPLACE FUNCTION ledger.reverse(
  p_actor uuid, p_key uuid, p_user uuid, p_request uuid, p_reason text, p_debt_max numeric DEFAULT NULL, p_address text DEFAULT NULL,
  p_session uuid DEFAULT NULL, OUT is_reversed boolean, OUT replayed boolean
) LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner, approver}';
  fingerprint bytea := sha256(convert_to(ROW('reverse', p_user, p_request, p_reason)::text, 'UTF8'));
  r requests;
  moved record;
  first record;
  freed text[];
BEGIN
  IF (length(trim(p_reason)) >= 10) IS NOT TRUE OR length(p_reason) > 500 THEN PERFORM refuse('invalid_request'); END IF;
  PERFORM judge_administrator(p_actor, duties);
  SELECT * INTO r FROM requests q WHERE q.user_id = p_user AND q.id = p_request FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
  replayed := (SELECT c.replayed FROM is_replay(p_actor, p_key, fingerprint) c);
  is_reversed := EXISTS (SELECT FROM reversals v WHERE v.user_id = p_user AND v.request_id = p_request);
  IF replayed THEN
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN;
  END IF;
  -- The lock lets a payment that is being recorded be seen.
  PERFORM FROM payouts p WHERE p.user_id = p_user AND p.request_id = p_request FOR NO KEY UPDATE;
  PERFORM refuse_reversing(p_actor, r);
  IF reversal_waits(p_actor, p_key, fingerprint, r, p_reason, p_debt_max, p_address) THEN
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN;
  END IF;
  -- A decision, too, locks the sums of the treasury before the digests of a payment, and those before the accounts.
  IF r.kind <> 'transfer' THEN PERFORM take_from_treasury(r); END IF;
  PERFORM FROM used_proofs u WHERE u.member_id = p_user AND u.request_id = p_request ORDER BY u.digest FOR UPDATE;
  PERFORM lock_accounts(min(e.person::text)::uuid, max(e.person::text)::uuid) FROM reversed_coins(r) e;
  PERFORM refuse_reviewed_reversal(r);
  first := first_purchase_after(r);
  INSERT INTO reversals (user_id, request_id, administrator_id, reason, first_purchase)
  VALUES (p_user, p_request, p_actor, p_reason, first.outcome);
  freed := free_payment(r);
  UPDATE payouts p SET state = 'cancelled', since = now() WHERE p.user_id = p_user AND p.request_id = p_request;
  moved := move_back(r);
  IF moved.debt > p_debt_max THEN PERFORM refuse('reversal_differs', trim_scale(moved.debt)::text); END IF;
  PERFORM restore_first_purchase(r, first.outcome, first.package_id, moved.reward);
  -- Other proposals to reverse it have nothing left to do.
  UPDATE proposed_changes c SET status = 'expired', closed_at = now()
   WHERE c.status = 'waiting' AND c.kind = 'reversal' AND c.subject_id = p_user AND c.after ->> 'requestId' = p_request::text;
  INSERT INTO commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, reward_coins, usd)
  VALUES (p_actor, p_key, fingerprint, 'reverse', r.kind, p_user, p_request, moved.base, moved.bonus, moved.reward, coalesce(r.credited_usd, r.amount_usd));
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, 'request_reversed', p_user, p_address, jsonb_strip_nulls(jsonb_build_object(
            'kind', r.kind, 'coins', trim_scale(moved.base)::text, 'bonusCoins', trim_scale(nullif(moved.bonus, 0))::text,
            'rewardCoins', trim_scale(nullif(moved.reward, 0))::text, 'debtCoins', trim_scale(nullif(moved.debt, 0))::text, 'reason', p_reason,
            'firstPurchase', nullif(first.outcome, 'none'), 'transfers', to_jsonb(freed), 'requestId', p_request)));
  PERFORM notify_reversed(r);
  PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
  is_reversed := true;
END
$$;
