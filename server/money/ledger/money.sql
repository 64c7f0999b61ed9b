-- The money core: the only code that writes requests, balances and the journal.
--
-- Each function is one call and one transaction. It claims first (the idempotency key, then the request's
-- status) and moves coins second. Accounts are locked in ascending order of user_id with FOR NO KEY UPDATE;
-- a plain FOR UPDATE deadlocks with the key-share locks that foreign keys take.
-- Refusals carry SQLSTATE ET001 and, as constraint name, a code of the error catalogue, exactly as the table
-- constraints do. This file is applied again whenever it changes; tables live in the migrations.

CREATE OR REPLACE FUNCTION ledger.refuse(code text, detail text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refused: %', code USING ERRCODE = 'ET001', CONSTRAINT = code, DETAIL = coalesce(detail, '');
END
$$;

-- Changes one account and writes its statement line. type NULL: a lock or unlock.
CREATE OR REPLACE FUNCTION ledger.post(
  p_user uuid, p_movement_user uuid, p_movement uuid, p_type text, p_available numeric, p_locked numeric, p_rate numeric,
  p_invested numeric DEFAULT 0, p_outgoing numeric DEFAULT 0, p_incoming numeric DEFAULT 0
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  newest bigint;
  available_after numeric;
  locked_after numeric;
BEGIN
  UPDATE ledger.accounts a
     SET available = a.available + p_available, locked = a.locked + p_locked, version = a.version + 1,
         invested_usd = a.invested_usd + p_invested, outgoing_usd = a.outgoing_usd + p_outgoing,
         incoming_usd = a.incoming_usd + p_incoming
   WHERE a.user_id = p_user
  RETURNING a.version, a.available, a.locked INTO STRICT newest, available_after, locked_after;
  -- No line is older than the one before, whatever the clock does.
  INSERT INTO ledger.lines (user_id, version, movement_user_id, movement_id, type, available_delta, locked_delta,
                            available_after, locked_after, rate, created_at)
  VALUES (p_user, newest, p_movement_user, p_movement, p_type, p_available, p_locked, available_after, locked_after, p_rate,
          greatest(clock_timestamp(), (SELECT l.created_at FROM ledger.lines l WHERE l.user_id = p_user AND l.version = newest - 1)));
END
$$;

-- Lists a new member among the friends of whoever referred them, once their address is proven. Before that anybody may have
-- signed up with it, and a referrer who saw it appear would learn whether it had an account.
CREATE OR REPLACE FUNCTION ledger.list_friend() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  INSERT INTO referrals (user_id, friend_id) VALUES (NEW.referred_by_id, NEW.id) ON CONFLICT (user_id, friend_id) DO NOTHING;
  RETURN NULL;
END
$$;

-- Says how far a member has come who was referred and has no package yet: called after each change of a package purchase.
CREATE OR REPLACE FUNCTION ledger.note_purchase(p_friend uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  referral record;
  base numeric;
BEGIN
  -- Read under the lock: two purchases may change at the same moment, and each must see the other.
  SELECT r.user_id, r.id INTO referral
    FROM public.profiles p JOIN ledger.referrals r ON r.user_id = p.referred_by_id AND r.friend_id = p.id
   WHERE p.id = p_friend AND r.status <> 'Bonus Awarded' FOR NO KEY UPDATE OF r;
  IF NOT FOUND THEN RETURN; END IF;
  -- Without the kind, which a package implies: with it, the database might look through everybody's queue.
  SELECT q.amount_coins INTO base FROM ledger.requests q
   WHERE q.user_id = p_friend AND q.status = 'pending' AND q.package_id IS NOT NULL ORDER BY q.id LIMIT 1;
  UPDATE ledger.referrals
     SET status = CASE WHEN base IS NULL THEN 'Registered' ELSE 'First Purchase Pending' END, base_coins = base
   WHERE user_id = referral.user_id AND id = referral.id;
END
$$;

-- Gives a new member an account, with the statement that creates the profile.
DROP FUNCTION IF EXISTS ledger.open(uuid);
CREATE OR REPLACE FUNCTION ledger.open() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  INSERT INTO accounts (user_id) VALUES (NEW.id);
  INSERT INTO commands (user_id, key, fingerprint, operation, subject_id, created_at)
  VALUES (NEW.id, NEW.id, '\x', 'open', NEW.id, NEW.created_at);
  RETURN NULL;
END
$$;

-- Whether this caller has made this very call before: true, false for a new key, refused for a key of another call.
CREATE OR REPLACE FUNCTION ledger.is_replay(p_user uuid, p_key uuid, p_fingerprint bytea, OUT replayed boolean, OUT subject_id uuid, OUT request_id uuid)
LANGUAGE plpgsql AS $$
DECLARE
  earlier ledger.commands;
BEGIN
  SELECT * INTO earlier FROM ledger.commands c WHERE c.user_id = p_user AND c.key = p_key;
  replayed := FOUND;
  IF replayed AND earlier.fingerprint <> p_fingerprint THEN
    PERFORM ledger.refuse('idempotency_key_reused');
  END IF;
  subject_id := earlier.subject_id;
  request_id := earlier.request_id;
END
$$;

-- Refuses unless the call's caller is still signed in: in this session, active, and of the role that the call is for.
-- Called last, after every lock that a call waits for: whatever ended the session meanwhile is seen, and until the call is
-- over nothing else ends it. To end a session is to delete its row, for which the key share is enough; noting activity goes
-- on. Without a session the owner's tools call. p_must_enrol: an administrator has to have a second factor.
CREATE OR REPLACE FUNCTION ledger.judge_caller(p_user uuid, p_session uuid, p_role text, p_must_enrol boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  role text;
BEGIN
  IF p_session IS NULL THEN RETURN; END IF;
  SELECT p.role INTO role FROM public.sessions s JOIN public.profiles p ON p.id = s.user_id
   WHERE s.user_id = p_user AND s.id = p_session AND p.status = 'Active'
     AND s.expires_at > now() AND s.last_active_at > now() - interval '6 minutes' FOR KEY SHARE OF s;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_signed_in'); END IF;
  IF role <> p_role THEN PERFORM ledger.refuse('forbidden'); END IF;
  IF p_must_enrol AND p_role = 'admin' AND NOT EXISTS (SELECT FROM public.two_factor f WHERE f.user_id = p_user) THEN
    PERFORM ledger.refuse('two_factor_required');
  END IF;
END
$$;

-- Says why somebody may not ask for anything: only active members do.
CREATE OR REPLACE FUNCTION ledger.refuse_person(p_role text, p_status text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger.refuse(CASE WHEN p_role IS DISTINCT FROM 'user' THEN 'forbidden'
                             WHEN p_status = 'Suspended' THEN 'account_suspended' ELSE 'account_inactive' END);
END
$$;

-- A quotient rounded once, half up, to a multiple of p_unit, such as 0.0001; neither number is negative. PostgreSQL's own
-- division rounds a long quotient to a few places already, and rounded again it may come out one unit too high.
CREATE OR REPLACE FUNCTION ledger.quotient(p_dividend numeric, p_divisor numeric, p_unit numeric) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN div(2 * p_dividend + p_divisor * p_unit, 2 * p_divisor * p_unit) * p_unit;
END
$$;

-- Nothing is paid out to where members send to, or to the contract of the token. An address may have become one of these
-- after it was saved, and after it was frozen on a request.
CREATE OR REPLACE FUNCTION ledger.refuse_platform_address(p_address text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.platform_addresses a WHERE a.address = public.comparable_address(p_address)) THEN
    PERFORM ledger.refuse('wallet_of_platform');
  END IF;
END
$$;

-- The terms of a buy at this moment: what a quote says, and what submit freezes. Refuses what cannot be bought. One
-- statement reads everything, so the terms are never a mix of two moments.
-- A package with its own amount is a package purchase at its price and with its bonus; any other amount is a top-up, which
-- a first purchase cannot be.
--   quote_id: names these terms for this member; where anything that is frozen would differ, so does the name.
CREATE OR REPLACE FUNCTION ledger.buy_terms(
  p_user uuid, p_coins numeric, p_package uuid, p_usdt_rate numeric, p_usdt_rate_is_fallback boolean,
  OUT rate numeric, OUT amount_usd numeric, OUT usdt_amount numeric, OUT package_id uuid, OUT package_name text,
  OUT bonus_coins numeric, OUT quote_id text
) LANGUAGE plpgsql AS $$
DECLARE
  offer record;
  -- With the precision of the columns: what they could not keep is refused already here.
  usd numeric(20, 2);
  usdt numeric(20, 4);
BEGIN
  SELECT p.role, p.status, p.first_purchase_done, s.et_rate, s.topup_coin_price, s.request_limit_usd, k.id AS package_id, k.package_name, k.is_buyable,
         k.min_coin_purchase, k.total_price, k.bonus_coins
    INTO offer
    FROM public.profiles p CROSS JOIN public.settings s
    LEFT JOIN public.packages k ON k.id = p_package AND k.deleted_at IS NULL
   WHERE p.id = p_user;
  IF (offer.role = 'user' AND offer.status = 'Active') IS NOT TRUE THEN PERFORM ledger.refuse_person(offer.role, offer.status); END IF;
  IF p_package IS NOT NULL THEN
    IF offer.package_id IS NULL THEN PERFORM ledger.refuse('package_not_found'); END IF;
    IF NOT offer.is_buyable THEN PERFORM ledger.refuse('package_not_buyable'); END IF;
  END IF;
  rate := offer.et_rate;
  IF offer.min_coin_purchase = p_coins THEN
    package_id := offer.package_id;
    package_name := offer.package_name;
    amount_usd := offer.total_price;
    bonus_coins := offer.bonus_coins;
  ELSIF NOT offer.first_purchase_done THEN
    -- The amount of a first purchase is the package's; without a package there is none.
    PERFORM ledger.refuse(CASE WHEN p_package IS NULL THEN 'package_required' ELSE 'package_amount_mismatch' END);
  ELSE
    amount_usd := round(p_coins * offer.topup_coin_price, 2);
    bonus_coins := 0;
  END IF;
  -- Cheap coins and a large bonus are judged by what they will be worth.
  IF greatest(amount_usd, round((p_coins + bonus_coins) * rate, 2)) > offer.request_limit_usd THEN
    PERFORM ledger.refuse('amount_over_limit', offer.request_limit_usd::text);
  END IF;
  usd := amount_usd;
  usdt := ledger.quotient(usd, p_usdt_rate, 0.0001);
  IF usdt = 0 THEN PERFORM ledger.refuse('amount_worth_nothing'); END IF;
  usdt_amount := usdt;
  quote_id := encode(sha256(convert_to(ROW(p_user, trim_scale(p_coins), rate, amount_usd, usdt_amount, trim_scale(p_usdt_rate),
    p_usdt_rate_is_fallback, package_id, package_name, trim_scale(bonus_coins))::text, 'UTF8')), 'hex');
END
$$;

-- A member asks for a buy, a withdrawal or a transfer. Prices, rate, bonus, wallet and recipient are looked up here
-- and frozen on the request; a withdrawal or transfer locks its coins.
--   p_coins: whole coins. p_recipient: member id, transfer only. p_upload: payment slip or attachment.
--   Buy and withdrawal: p_usdt_rate, USD per 1 USDT, and whether that is but a fallback. Buy only: p_package;
--   p_transaction_hash; and p_quote, the terms on which alone the member buys. The rate and the quote are looked at when a call
--   is new: its repetition is answered as it was.
--   p_session: the caller's, here and below.
DROP FUNCTION IF EXISTS ledger.submit(uuid, uuid, text, numeric, uuid, text, uuid, numeric);
DROP FUNCTION IF EXISTS ledger.submit(uuid, uuid, text, numeric, uuid, text, uuid, numeric, boolean, text, text);
CREATE OR REPLACE FUNCTION ledger.submit(
  p_user uuid, p_key uuid, p_kind text, p_coins numeric, p_package uuid, p_recipient text, p_upload uuid, p_usdt_rate numeric,
  p_usdt_rate_is_fallback boolean DEFAULT false, p_transaction_hash text DEFAULT NULL, p_quote text DEFAULT NULL,
  p_session uuid DEFAULT NULL, OUT request_id uuid, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  fingerprint bytea;
  -- What will be frozen on the request; single variables, as the fields of a row variable cost a tenth of the whole call,
  -- and with the types of the columns, so that no statement has to round them.
  coins numeric(20, 4) := p_coins;
  rate numeric(18, 8);
  amount_usd numeric(20, 2);
  usdt_rate numeric(18, 8);
  usdt_amount numeric(20, 4);
  package_id uuid;
  bonus_coins numeric(20, 4);
  wallet text;
  recipient_id uuid;
  role text;
  status text;
  own_wallet text;
  limit_usd numeric;
  recipient record;
  terms record;
  movement uuid;
  newest bigint;
  available_after numeric(20, 4);
  locked_after numeric(20, 4);
BEGIN
  -- Neither the market's rate nor the quote is a part of the call: repeated with a newer one, it is the same call.
  IF p_transaction_hash IS NULL THEN
    fingerprint := sha256(convert_to(ROW('submit', p_kind, trim_scale(p_coins), p_package, p_recipient, p_upload)::text, 'UTF8'));
  ELSE
    fingerprint := sha256(convert_to(
      ROW('submit', p_kind, trim_scale(p_coins), p_package, p_recipient, p_upload, p_transaction_hash)::text, 'UTF8'));
  END IF;
  request_id := uuidv7();
  INSERT INTO commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins)
  VALUES (p_user, p_key, fingerprint, 'submit', p_kind, p_user, request_id, coins)
  ON CONFLICT (user_id, key) DO NOTHING;
  IF NOT FOUND THEN
    SELECT r.request_id, r.replayed INTO request_id, replayed FROM is_replay(p_user, p_key, fingerprint) r;
    PERFORM judge_caller(p_user, p_session, 'user');
    RETURN;
  END IF;

  IF p_coins NOT BETWEEN 1000 AND 1000000000000 OR p_coins % 1000 <> 0 THEN PERFORM refuse('request_amount_step'); END IF;
  IF p_kind = 'buy' THEN
    -- Assigned, as a query around the call would cost as much as the call.
    terms := buy_terms(p_user, p_coins, p_package, p_usdt_rate, p_usdt_rate_is_fallback);
    IF p_quote <> terms.quote_id THEN PERFORM refuse('quote_changed'); END IF;
    rate := terms.rate;
    amount_usd := terms.amount_usd;
    usdt_rate := p_usdt_rate;
    usdt_amount := terms.usdt_amount;
    package_id := terms.package_id;
    bonus_coins := terms.bonus_coins;
  ELSE
    SELECT p.role, p.status, p.wallet_address, s.et_rate, s.request_limit_usd
      INTO role, status, own_wallet, rate, limit_usd FROM profiles p CROSS JOIN settings s WHERE p.id = p_user;
    IF (role = 'user' AND status = 'Active') IS NOT TRUE THEN PERFORM refuse_person(role, status); END IF;
    IF round(p_coins * rate, 2) > limit_usd THEN PERFORM refuse('amount_over_limit', limit_usd::text); END IF;
    amount_usd := round(p_coins * rate, 2);
    CASE p_kind
    WHEN 'withdrawal' THEN
      IF coalesce(own_wallet, '') = '' THEN PERFORM refuse('wallet_address_missing'); END IF;
      PERFORM refuse_platform_address(own_wallet);
      wallet := own_wallet;
      usdt_rate := p_usdt_rate;
      usdt_amount := quotient(amount_usd, usdt_rate, 0.0001);
      -- The operator pays in USDT: without a rate nobody knows how much.
      IF usdt_amount IS NULL THEN PERFORM refuse('invalid_request'); END IF;
      IF usdt_amount = 0 THEN PERFORM refuse('amount_worth_nothing'); END IF;
    WHEN 'transfer' THEN
      SELECT p.id, p.role, p.status INTO recipient FROM profiles p WHERE p.member_id = upper(p_recipient);
      IF recipient.id = p_user THEN PERFORM refuse('recipient_is_self'); END IF;
      IF recipient.id IS NULL OR recipient.role <> 'user' OR recipient.status <> 'Active' THEN PERFORM refuse('recipient_invalid'); END IF;
      recipient_id := recipient.id;
    ELSE
      PERFORM refuse('invalid_request');
    END CASE;
  END IF;

  INSERT INTO requests (user_id, id, kind, amount_coins, rate, amount_usd, usdt_rate, usdt_rate_is_fallback, usdt_amount,
                        package_id, bonus_coins, wallet_address, recipient_id, upload_id, transaction_hash)
  VALUES (p_user, request_id, p_kind, coins, rate, amount_usd, usdt_rate, p_usdt_rate_is_fallback, usdt_amount,
          package_id, bonus_coins, wallet, recipient_id, p_upload, p_transaction_hash);
  IF p_kind = 'buy' THEN
    IF package_id IS NOT NULL THEN PERFORM note_purchase(p_user); END IF;
  ELSE
    movement := uuidv7();
    INSERT INTO movements (user_id, id, request_id, leg, debit_id, credit_id, amount, rate)
    VALUES (p_user, movement, request_id, 'hold', p_user, p_user, coins, rate);
    -- What post does, written out: called from here it costs a fiftieth of the whole call more.
    -- The balance check is the constraint insufficient_funds on the account, under the row's own lock.
    UPDATE accounts a SET available = a.available - coins, locked = a.locked + coins, version = a.version + 1
     WHERE a.user_id = p_user
    RETURNING a.version, a.available, a.locked INTO STRICT newest, available_after, locked_after;
    INSERT INTO lines (user_id, version, movement_user_id, movement_id, available_delta, locked_delta,
                       available_after, locked_after, rate, created_at)
    VALUES (p_user, newest, p_user, movement, -coins, coins, available_after, locked_after, rate,
            greatest(clock_timestamp(), (SELECT l.created_at FROM lines l WHERE l.user_id = p_user AND l.version = newest - 1)));
  END IF;
  PERFORM judge_caller(p_user, p_session, 'user');
  replayed := false;
END
$$;

-- Returns the coins of a withdrawal or transfer that will not happen; a purchase that will not happen is no longer pending.
CREATE OR REPLACE FUNCTION ledger.release(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  movement uuid;
BEGIN
  IF r.package_id IS NOT NULL THEN PERFORM ledger.note_purchase(r.user_id); END IF;
  IF r.kind = 'buy' THEN RETURN; END IF;
  INSERT INTO ledger.movements (user_id, request_id, leg, debit_id, credit_id, amount, rate)
  VALUES (r.user_id, r.id, 'release', r.user_id, r.user_id, r.amount_coins, r.rate) RETURNING id INTO movement;
  PERFORM ledger.post(r.user_id, r.user_id, movement, NULL, r.amount_coins, -r.amount_coins, r.rate);
END
$$;

-- What the referrer gets for a first package of so many coins.
CREATE OR REPLACE FUNCTION ledger.referral_reward(p_coins numeric) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN trunc(p_coins * s.referral_percentage / 100, 4) FROM public.settings s;
END
$$;

-- An approved buy: base coins and bonus to the buyer and, on the first package ever, the reward to the referrer.
CREATE OR REPLACE FUNCTION ledger.credit_buy(r ledger.requests, OUT reward numeric) LANGUAGE plpgsql AS $$
DECLARE
  buyer record;
  is_first boolean := false;
  movement uuid;
BEGIN
  reward := 0;
  SELECT p.referred_by_id, p.first_purchase_done INTO buyer FROM profiles p WHERE p.id = r.user_id;
  IF buyer.first_purchase_done THEN buyer.referred_by_id := NULL; END IF;
  PERFORM ledger.lock_accounts(r.user_id, buyer.referred_by_id);
  IF r.package_id IS NOT NULL THEN
    -- Read again under the lock: two first packages may be approved at the same moment.
    SELECT NOT p.first_purchase_done INTO is_first FROM profiles p WHERE p.id = r.user_id;
    UPDATE profiles SET package_id = r.package_id, first_purchase_done = true WHERE id = r.user_id;
  END IF;
  INSERT INTO ledger.movements (user_id, request_id, leg, credit_id, amount, rate)
  VALUES (r.user_id, r.id, 'buy', r.user_id, r.amount_coins, r.rate) RETURNING id INTO movement;
  PERFORM ledger.post(r.user_id, r.user_id, movement, 'BUY', r.amount_coins, 0, r.rate, p_invested => r.amount_usd);
  IF r.bonus_coins > 0 THEN
    INSERT INTO ledger.movements (user_id, request_id, leg, credit_id, amount, rate)
    VALUES (r.user_id, r.id, 'bonus', r.user_id, r.bonus_coins, r.rate) RETURNING id INTO movement;
    PERFORM ledger.post(r.user_id, r.user_id, movement, 'BONUS', r.bonus_coins, 0, r.rate);
  END IF;
  IF NOT is_first OR buyer.referred_by_id IS NULL THEN RETURN; END IF;
  reward := ledger.referral_reward(r.amount_coins);
  UPDATE ledger.referrals SET status = 'Bonus Awarded', base_coins = NULL, reward_coins = reward
   WHERE user_id = buyer.referred_by_id AND friend_id = r.user_id;
  IF reward = 0 THEN RETURN; END IF;
  INSERT INTO ledger.movements (user_id, request_id, leg, credit_id, amount, rate)
  VALUES (r.user_id, r.id, 'referral', buyer.referred_by_id, reward, r.rate) RETURNING id INTO movement;
  PERFORM ledger.post(buyer.referred_by_id, r.user_id, movement, 'REFERRAL_BONUS', reward, 0, r.rate);
END
$$;

-- Locks one or two accounts, always in ascending order.
CREATE OR REPLACE FUNCTION ledger.lock_accounts(p_one uuid, p_other uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM ledger.accounts a WHERE a.user_id = least(p_one, p_other) FOR NO KEY UPDATE;
  IF p_one <> p_other THEN
    PERFORM 1 FROM ledger.accounts a WHERE a.user_id = greatest(p_one, p_other) FOR NO KEY UPDATE;
  END IF;
END
$$;

-- Locked coins leave: to the outside for a withdrawal, to the recipient for a transfer.
CREATE OR REPLACE FUNCTION ledger.pay_out(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  movement uuid;
BEGIN
  PERFORM ledger.lock_accounts(r.user_id, r.recipient_id);
  IF r.kind = 'transfer' AND NOT EXISTS (SELECT FROM profiles p WHERE p.id = r.recipient_id AND p.status = 'Active') THEN
    PERFORM ledger.refuse('recipient_not_active');
  END IF;
  IF r.kind = 'withdrawal' THEN PERFORM ledger.refuse_platform_address(r.wallet_address); END IF;
  INSERT INTO ledger.movements (user_id, request_id, leg, debit_id, credit_id, amount, rate)
  VALUES (r.user_id, r.id, r.kind, r.user_id, r.recipient_id, r.amount_coins, r.rate) RETURNING id INTO movement;
  PERFORM ledger.post(r.user_id, r.user_id, movement, CASE r.kind WHEN 'transfer' THEN 'TRANSFER_OUT' ELSE 'WITHDRAWAL' END,
                      0, -r.amount_coins, r.rate, p_outgoing => r.amount_usd);
  IF r.kind = 'transfer' THEN
    PERFORM ledger.post(r.recipient_id, r.user_id, movement, 'TRANSFER_IN', r.amount_coins, 0, r.rate, p_incoming => r.amount_usd);
  END IF;
END
$$;

-- Moves a request out of pending, once. Refused when somebody was faster, unless it is the same call again.
CREATE OR REPLACE FUNCTION ledger.claim(
  p_actor uuid, p_key uuid, p_fingerprint bytea, p_user uuid, p_request uuid, p_status text, p_decider uuid, p_notes text, OUT r ledger.requests
) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := now();
BEGIN
  UPDATE ledger.requests q
     SET status = p_status, decided_by = p_decider, decided_at = moment, admin_notes = p_notes, updated_at = moment
   WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending'
  RETURNING q.* INTO r;
  IF FOUND OR (SELECT c.replayed FROM ledger.is_replay(p_actor, p_key, p_fingerprint) c) THEN RETURN; END IF;
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request;
  PERFORM ledger.refuse(CASE WHEN FOUND THEN 'already_processed' ELSE 'not_found' END, r.status);
END
$$;

-- An administrator approves or rejects a pending request. p_user is the member it belongs to, p_address where the call came
-- from; both enter the audit log. A rejection without notes breaks the constraint reason_required of the requests, in claim.
DROP FUNCTION IF EXISTS ledger.decide(uuid, uuid, uuid, uuid, text, text);
DROP FUNCTION IF EXISTS ledger.decide(uuid, uuid, uuid, uuid, text, text, text);
CREATE OR REPLACE FUNCTION ledger.decide(
  p_actor uuid, p_key uuid, p_user uuid, p_request uuid, p_decision text, p_notes text, p_address text DEFAULT NULL,
  p_session uuid DEFAULT NULL, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  fingerprint bytea := sha256(convert_to(ROW('decide', p_user, p_request, p_decision, p_notes)::text, 'UTF8'));
  r requests;
  reward numeric := 0;
BEGIN
  IF p_decision NOT IN ('approved', 'rejected') OR length(p_notes) > 2000 THEN PERFORM refuse('invalid_request'); END IF;
  IF p_actor = p_user OR NOT EXISTS (SELECT FROM profiles p WHERE p.id = p_actor AND p.role = 'admin' AND p.status = 'Active') THEN
    PERFORM refuse('forbidden');
  END IF;
  r := claim(p_actor, p_key, fingerprint, p_user, p_request, p_decision, p_actor, p_notes);
  replayed := r.id IS NULL;
  IF replayed THEN
    PERFORM judge_caller(p_actor, p_session, 'admin');
    RETURN;
  END IF;
  -- Whoever was a member once and is an administrator now does not decide what pays them, either.
  IF p_actor = r.recipient_id OR r.kind = 'buy' AND EXISTS (SELECT FROM profiles p WHERE p.id = p_user AND p.referred_by_id = p_actor) THEN
    PERFORM refuse('forbidden');
  END IF;

  IF p_decision = 'rejected' THEN
    PERFORM release(r);
  ELSIF r.kind = 'buy' THEN
    IF r.upload_id IS NULL THEN PERFORM refuse('slip_missing'); END IF;
    reward := credit_buy(r);
  ELSE
    PERFORM pay_out(r);
  END IF;
  INSERT INTO commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, reward_coins, usd)
  VALUES (p_actor, p_key, fingerprint, CASE p_decision WHEN 'approved' THEN 'approve' ELSE 'reject' END, r.kind, p_user, p_request,
          r.amount_coins, coalesce(r.bonus_coins, 0), reward, r.amount_usd);
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, CASE p_decision WHEN 'approved' THEN 'request_approved' ELSE 'request_rejected' END, p_user, p_address,
          jsonb_strip_nulls(jsonb_build_object(
            'kind', r.kind, 'coins', trim_scale(r.amount_coins)::text, 'before', jsonb_build_object('status', 'pending'),
            'after', jsonb_build_object('status', p_decision), 'notes', p_notes, 'requestId', p_request)));
  PERFORM judge_caller(p_actor, p_session, 'admin');
END
$$;

-- What an approval at this moment would do: everybody whose coins it moves, with the balances as they are. Nothing for a
-- request that is decided. It follows credit_buy and pay_out; a test approves every kind and compares. Joined to the members,
-- it must be known to be so few, or all members are read.
CREATE OR REPLACE FUNCTION ledger.forecast(p_user uuid, p_request uuid)
RETURNS TABLE (user_id uuid, role text, available numeric, locked numeric, available_delta numeric, locked_delta numeric)
LANGUAGE plpgsql STABLE ROWS 2 AS $$
DECLARE
  r ledger.requests;
  buyer record;
  reward numeric;
BEGIN
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending';
  IF NOT FOUND THEN RETURN; END IF;
  IF r.kind = 'buy' THEN
    RETURN QUERY SELECT a.user_id, 'member', a.available, a.locked, r.amount_coins + r.bonus_coins, 0::numeric
                   FROM ledger.accounts a WHERE a.user_id = r.user_id;
    SELECT p.referred_by_id, p.first_purchase_done INTO buyer FROM public.profiles p WHERE p.id = r.user_id;
    IF r.package_id IS NULL OR buyer.first_purchase_done THEN RETURN; END IF;
    reward := ledger.referral_reward(r.amount_coins);
    RETURN QUERY SELECT a.user_id, 'referrer', a.available, a.locked, reward, 0::numeric
                   FROM ledger.accounts a WHERE a.user_id = buyer.referred_by_id AND reward > 0;
  ELSE
    RETURN QUERY SELECT a.user_id, 'member', a.available, a.locked, 0::numeric, -r.amount_coins
                   FROM ledger.accounts a WHERE a.user_id = r.user_id;
    RETURN QUERY SELECT a.user_id, 'recipient', a.available, a.locked, r.amount_coins, 0::numeric
                   FROM ledger.accounts a WHERE a.user_id = r.recipient_id;
  END IF;
END
$$;

-- A member takes a pending request back.
DROP FUNCTION IF EXISTS ledger.cancel(uuid, uuid, uuid);
CREATE OR REPLACE FUNCTION ledger.cancel(p_user uuid, p_key uuid, p_request uuid, p_session uuid DEFAULT NULL, OUT replayed boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  fingerprint bytea := sha256(convert_to(ROW('cancel', p_request)::text, 'UTF8'));
  r requests;
BEGIN
  r := claim(p_user, p_key, fingerprint, p_user, p_request, 'cancelled', NULL, NULL);
  replayed := r.id IS NULL;
  IF replayed THEN
    PERFORM judge_caller(p_user, p_session, 'user');
    RETURN;
  END IF;
  PERFORM release(r);
  INSERT INTO commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, usd)
  VALUES (p_user, p_key, fingerprint, 'cancel', r.kind, p_user, p_request, r.amount_coins, coalesce(r.bonus_coins, 0), r.amount_usd);
  PERFORM judge_caller(p_user, p_session, 'user');
END
$$;

-- An administrator corrects a balance: p_coins above zero adds, below zero takes away. p_reverses names the movement it
-- undoes, which moved as many coins of this member the other way and is reversed once at most.
DROP FUNCTION IF EXISTS ledger.adjust(uuid, uuid, uuid, numeric, text, uuid);
CREATE OR REPLACE FUNCTION ledger.adjust(
  p_actor uuid, p_key uuid, p_user uuid, p_coins numeric, p_reason text, p_reverses uuid, p_session uuid DEFAULT NULL,
  OUT movement_id uuid, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  fingerprint bytea := sha256(convert_to(ROW('adjust', p_user, trim_scale(p_coins), p_reason, p_reverses)::text, 'UTF8'));
  is_credit boolean := p_coins > 0;
  reversed movements;
  rate numeric;
BEGIN
  IF p_actor = p_user OR NOT EXISTS (SELECT FROM profiles p WHERE p.id = p_actor AND p.role = 'admin' AND p.status = 'Active') THEN
    PERFORM refuse('forbidden');
  END IF;
  IF coalesce(p_coins, 0) = 0 OR abs(p_coins) > 1000000000000 OR p_coins <> round(p_coins, 4)
     OR coalesce(trim(p_reason), '') = '' OR length(p_reason) > 500 THEN
    PERFORM refuse('invalid_request');
  END IF;
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.user_id = p_user) THEN PERFORM refuse('not_found'); END IF;
  movement_id := uuidv7();
  INSERT INTO commands (user_id, key, fingerprint, operation, subject_id, request_id, coins)
  VALUES (p_actor, p_key, fingerprint, CASE WHEN is_credit THEN 'adjust_in' ELSE 'adjust_out' END, p_user, movement_id, abs(p_coins))
  ON CONFLICT (user_id, key) DO NOTHING;
  IF NOT FOUND THEN
    SELECT c.request_id, c.replayed INTO movement_id, replayed FROM is_replay(p_actor, p_key, fingerprint) c;
    PERFORM judge_caller(p_actor, p_session, 'admin');
    RETURN;
  END IF;
  IF p_reverses IS NOT NULL THEN
    SELECT * INTO reversed FROM movements m WHERE m.user_id = p_user AND m.id = p_reverses;
    IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
    IF reversed.amount <> abs(p_coins) OR p_user IS DISTINCT FROM (CASE WHEN is_credit THEN reversed.debit_id ELSE reversed.credit_id END)
       OR reversed.leg IN ('hold', 'release') THEN
      PERFORM refuse('invalid_request');
    END IF;
  END IF;
  SELECT s.et_rate INTO rate FROM settings s;
  INSERT INTO movements (user_id, id, leg, debit_id, credit_id, amount, rate, reason, reverses_id)
  VALUES (p_user, movement_id, CASE WHEN is_credit THEN 'adjustment_in' ELSE 'adjustment_out' END,
          CASE WHEN NOT is_credit THEN p_user END, CASE WHEN is_credit THEN p_user END, abs(p_coins), rate, p_reason, p_reverses);
  PERFORM post(p_user, p_user, movement_id, CASE WHEN is_credit THEN 'ADJUSTMENT_IN' ELSE 'ADJUSTMENT_OUT' END, p_coins, 0, rate);
  PERFORM judge_caller(p_actor, p_session, 'admin');
  replayed := false;
END
$$;

-- An administrator sets what coins are worth and cost, which amounts ask for a proof, and which are too large; NULL leaves one
-- as it is. Another rate enters its history. What is frozen on requests stays as it is.
DROP FUNCTION IF EXISTS ledger.set_terms(uuid, numeric, numeric, numeric, numeric, uuid);
DROP FUNCTION IF EXISTS ledger.set_terms(uuid, numeric, numeric, numeric, numeric);
CREATE OR REPLACE FUNCTION ledger.set_terms(
  p_actor uuid, p_rate numeric, p_topup_price numeric, p_referral_percentage numeric, p_step_up_usd numeric, p_session uuid DEFAULT NULL,
  p_request_limit_usd numeric DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  old_rate numeric;
BEGIN
  IF NOT EXISTS (SELECT FROM profiles p WHERE p.id = p_actor AND p.role = 'admin' AND p.status = 'Active') THEN
    PERFORM refuse('forbidden');
  END IF;
  SELECT s.et_rate INTO old_rate FROM settings s FOR NO KEY UPDATE;
  UPDATE settings s
     SET et_rate = coalesce(p_rate, s.et_rate), topup_coin_price = coalesce(p_topup_price, s.topup_coin_price),
         referral_percentage = coalesce(p_referral_percentage, s.referral_percentage),
         step_up_usd = coalesce(p_step_up_usd, s.step_up_usd),
         request_limit_usd = coalesce(p_request_limit_usd, s.request_limit_usd);
  IF p_rate <> old_rate THEN
    INSERT INTO rate_changes (actor_id, old_rate, new_rate) VALUES (p_actor, old_rate, p_rate);
  END IF;
  PERFORM judge_caller(p_actor, p_session, 'admin');
END
$$;

-- The lines that are transactions, in the words of the lists.
CREATE OR REPLACE VIEW ledger.typed_lines AS
SELECT user_id, version, id, type, abs(available_delta + locked_delta) AS amount, rate,
       round(abs(available_delta + locked_delta) * rate, 2) AS total_usd_value, available_after + locked_after AS balance_after, created_at
  FROM ledger.lines WHERE type IS NOT NULL;

-- The commands that are not rolled up yet. A function, as its plan has to know how few they are.
CREATE OR REPLACE FUNCTION ledger.fresh_commands() RETURNS SETOF ledger.commands LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  since xid8;
BEGIN
  SELECT r.watermark INTO since FROM ledger.rollup r;
  RETURN QUERY SELECT c.* FROM ledger.commands c WHERE c.xid >= since;
END
$$;

-- The transactions of everybody whom these commands gave any, as far as ledger.entries lacks them. A member's lines are
-- numbered without gaps and appear in that order, so what lacks is what comes after the highest number there.
CREATE OR REPLACE FUNCTION ledger.missing_entries(p_since xid8, p_until xid8 DEFAULT NULL) RETURNS SETOF ledger.entries
LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY
  WITH moved AS MATERIALIZED (
    SELECT c.subject_id, c.request_id, c.operation FROM ledger.commands c
     WHERE c.xid >= p_since AND (p_until IS NULL OR c.xid < p_until) AND c.operation IN ('approve', 'adjust_in', 'adjust_out')),
  touched AS MATERIALIZED (
    SELECT m.subject_id AS user_id FROM moved m
    UNION
    SELECT v.credit_id FROM moved m JOIN ledger.movements v ON v.user_id = m.subject_id AND v.request_id = m.request_id
     WHERE m.operation = 'approve' AND v.credit_id <> m.subject_id)
  SELECT l.* FROM touched t
   CROSS JOIN LATERAL (SELECT coalesce(max(e.version), 0) AS version FROM ledger.entries e WHERE e.user_id = t.user_id) copied
    JOIN ledger.typed_lines l ON l.user_id = t.user_id AND l.version > copied.version;
END
$$;

-- What the lists add to ledger.entries and ledger.decided to be exact at this moment: few rows. Both see what the query sees
-- that calls them.
CREATE OR REPLACE FUNCTION ledger.fresh_entries() RETURNS SETOF ledger.entries LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY SELECT e.* FROM ledger.missing_entries((SELECT r.watermark FROM ledger.rollup r)) e;
END
$$;
CREATE OR REPLACE FUNCTION ledger.fresh_decided() RETURNS SETOF ledger.decided LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY SELECT r.id, r.user_id, r.kind, r.status, r.amount_coins, r.created_at
    FROM ledger.fresh_commands() c JOIN ledger.requests r ON r.user_id = c.subject_id AND r.id = c.request_id
   WHERE c.operation IN ('approve', 'reject', 'cancel');
END
$$;

CREATE OR REPLACE FUNCTION ledger.is_outgoing(type text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN type IN ('WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_OUT');
END
$$;

-- Moves settled commands into the totals, the days and the lists. Safe to call at any time from anywhere; one caller wins,
-- others return. What has piled up is moved in portions, one a call.
CREATE OR REPLACE FUNCTION ledger.roll_up() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  -- A fifth of a second or so: callers have a time limit, and one that is too short for a portion would hold it back for ever.
  portion constant int := 3000;
  since xid8;
  until xid8;
  last xid8;
BEGIN
  SELECT watermark INTO since FROM rollup FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  -- Every transaction below the oldest running one has ended, so nothing below "until" can appear later.
  until := pg_snapshot_xmin(pg_current_snapshot());
  IF until <= since THEN RETURN; END IF;
  SELECT c.xid INTO last FROM commands c WHERE c.xid >= since AND c.xid < until ORDER BY c.xid OFFSET portion LIMIT 1;
  IF FOUND THEN until := (last::text::numeric + 1)::text::xid8; END IF;
  PERFORM roll_up_range(since, until);
END
$$;

-- The part of roll_up that moves the commands from the watermark up to another, which becomes the watermark.
CREATE OR REPLACE FUNCTION ledger.roll_up_range(p_since xid8, p_until xid8) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.totals AS t (operation, kind, calls, coins, bonus_coins, reward_coins, usd)
  SELECT c.operation, coalesce(c.kind, ''), count(*), sum(c.coins), sum(c.bonus_coins), sum(c.reward_coins), sum(c.usd)
    FROM ledger.commands c WHERE c.xid >= p_since AND c.xid < p_until GROUP BY 1, 2
  ON CONFLICT (operation, kind) DO UPDATE
     SET calls = t.calls + excluded.calls, coins = t.coins + excluded.coins, bonus_coins = t.bonus_coins + excluded.bonus_coins,
         reward_coins = t.reward_coins + excluded.reward_coins, usd = t.usd + excluded.usd;
  PERFORM ledger.roll_up_lists(p_since, p_until);
  UPDATE ledger.rollup SET watermark = p_until;
END
$$;

-- The part of it that fills the lists and the days.
CREATE OR REPLACE FUNCTION ledger.roll_up_lists(p_since xid8, p_until xid8) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH added AS (INSERT INTO ledger.entries SELECT * FROM ledger.missing_entries(p_since, p_until) RETURNING *)
  INSERT INTO ledger.daily AS d (day, type, count, coins_in, coins_out, value_usd)
  SELECT (a.created_at AT TIME ZONE 'UTC')::date, a.type, count(*),
         coalesce(sum(a.amount) FILTER (WHERE NOT ledger.is_outgoing(a.type)), 0),
         coalesce(sum(a.amount) FILTER (WHERE ledger.is_outgoing(a.type)), 0), sum(a.total_usd_value)
    FROM added a GROUP BY 1, 2
  ON CONFLICT (day, type) DO UPDATE
     SET count = d.count + excluded.count, coins_in = d.coins_in + excluded.coins_in, coins_out = d.coins_out + excluded.coins_out,
         value_usd = d.value_usd + excluded.value_usd;

  INSERT INTO ledger.daily_members AS d (day, count)
  SELECT (c.created_at AT TIME ZONE 'UTC')::date, count(*) FROM ledger.commands c
   WHERE c.xid >= p_since AND c.xid < p_until AND c.operation = 'open' GROUP BY 1
  ON CONFLICT (day) DO UPDATE SET count = d.count + excluded.count;

  WITH added AS (
    INSERT INTO ledger.decided
    SELECT r.id, r.user_id, r.kind, r.status, r.amount_coins, r.created_at
      FROM ledger.commands c JOIN ledger.requests r ON r.user_id = c.subject_id AND r.id = c.request_id
     WHERE c.xid >= p_since AND c.xid < p_until AND c.operation IN ('approve', 'reject', 'cancel') RETURNING *)
  INSERT INTO ledger.daily_decided AS d (day, kind, status, count, coins)
  SELECT (a.created_at AT TIME ZONE 'UTC')::date, a.kind, a.status, count(*), sum(a.amount_coins) FROM added a GROUP BY 1, 2, 3
  ON CONFLICT (day, kind, status) DO UPDATE SET count = d.count + excluded.count, coins = d.coins + excluded.coins;
END
$$;

-- After a restore into another server the transaction numbers start anew: sum everything once and go on from there.
-- Does nothing where they did not. Every start calls it, as owner.
CREATE OR REPLACE FUNCTION ledger.rebuild_totals() RETURNS void LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  current_xid xid8 := pg_current_xact_id();
BEGIN
  -- Instances that start together take turns, and none rolls up meanwhile.
  PERFORM FROM rollup FOR UPDATE;
  IF NOT EXISTS (SELECT FROM rollup r WHERE r.watermark > current_xid) AND NOT EXISTS (SELECT FROM commands c WHERE c.xid > current_xid) THEN
    RETURN;
  END IF;
  LOCK TABLE commands IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE commands DISABLE TRIGGER append_only;
  UPDATE commands SET xid = '3' WHERE xid > current_xid;
  ALTER TABLE commands ENABLE TRIGGER append_only;
  DELETE FROM totals;
  -- The entries and their days stay: how far they go is in themselves.
  DELETE FROM daily_members;
  DELETE FROM decided;
  DELETE FROM daily_decided;
  -- In one go: what is left to be rolled up is added at each look, and that would be nearly everything.
  PERFORM roll_up_range('0', pg_snapshot_xmin(pg_current_snapshot()));
END
$$;

-- The exact totals of this moment: what is rolled up, and the few commands since.
CREATE OR REPLACE VIEW ledger.current_totals AS
SELECT operation, kind, sum(calls)::bigint AS calls, sum(coins) AS coins, sum(bonus_coins) AS bonus_coins,
       sum(reward_coins) AS reward_coins, sum(usd) AS usd
  FROM (SELECT operation, kind, calls, coins, bonus_coins, reward_coins, usd FROM ledger.totals
        UNION ALL
        SELECT c.operation, coalesce(c.kind, ''), 1, c.coins, c.bonus_coins, c.reward_coins, c.usd
          FROM ledger.commands c WHERE c.xid >= (SELECT watermark FROM ledger.rollup)) t
 GROUP BY operation, kind;

-- The exact days of this moment, in the same way.
CREATE OR REPLACE VIEW ledger.current_days AS
SELECT day, type, sum(count)::bigint AS count, sum(coins_in) AS coins_in, sum(coins_out) AS coins_out, sum(value_usd) AS value_usd
  FROM (SELECT day, type, count, coins_in, coins_out, value_usd FROM ledger.daily
        UNION ALL
        SELECT (created_at AT TIME ZONE 'UTC')::date, type, 1, CASE WHEN ledger.is_outgoing(type) THEN 0 ELSE amount END,
               CASE WHEN ledger.is_outgoing(type) THEN amount ELSE 0 END, total_usd_value FROM ledger.fresh_entries()) d
 GROUP BY day, type;
CREATE OR REPLACE VIEW ledger.current_member_days AS
SELECT day, sum(count)::bigint AS count
  FROM (SELECT day, count FROM ledger.daily_members
        UNION ALL
        SELECT (created_at AT TIME ZONE 'UTC')::date, 1 FROM ledger.fresh_commands() WHERE operation = 'open') d
 GROUP BY day;

-- The journal as double entries: each movement is two postings that sum to zero.
CREATE OR REPLACE VIEW ledger.postings AS
SELECT m.user_id, m.id AS movement_id, m.leg, side.account, side.owner_id, side.amount, m.created_at
  FROM ledger.movements m
  CROSS JOIN LATERAL (VALUES
    (CASE WHEN m.leg IN ('buy', 'adjustment_in') THEN 'issuance' WHEN m.leg IN ('bonus', 'referral') THEN 'promotions'
          WHEN m.leg IN ('hold', 'adjustment_out') THEN 'available' ELSE 'locked' END, m.debit_id, -m.amount),
    (CASE WHEN m.leg = 'hold' THEN 'locked' WHEN m.leg IN ('withdrawal', 'adjustment_out') THEN 'redemption' ELSE 'available' END,
     m.credit_id, m.amount)) AS side (account, owner_id, amount);

-- What must never be true. Empty in every snapshot; each row names the rule that broke and where.
-- Each rule sums whole tables once and compares: a look for each account goes through everything each time where few members
-- have done nearly all.
CREATE OR REPLACE VIEW ledger.violations AS
  SELECT 'balance differs from its lines' AS rule, a.user_id, NULL::uuid AS id FROM ledger.accounts a
    LEFT JOIN (SELECT user_id, sum(available_delta) AS available, sum(locked_delta) AS locked, max(version) AS newest, count(*) AS n
                 FROM ledger.lines GROUP BY 1) l ON l.user_id = a.user_id
   WHERE (a.available, a.locked, a.version, a.version)
         <> (coalesce(l.available, 0), coalesce(l.locked, 0), coalesce(l.newest, 0), coalesce(l.n, 0))
  UNION ALL
  SELECT 'balance differs from its postings', a.user_id, NULL FROM ledger.accounts a
    LEFT JOIN (SELECT owner_id, sum(amount) AS total FROM ledger.postings WHERE owner_id IS NOT NULL GROUP BY 1) p ON p.owner_id = a.user_id
   WHERE a.available + a.locked <> coalesce(p.total, 0)
  UNION ALL
  SELECT 'line breaks the chain', l.user_id, l.id FROM (
    SELECT *, lag(available_after, 1, 0) OVER w AS available_before, lag(locked_after, 1, 0) OVER w AS locked_before
      FROM ledger.lines WINDOW w AS (PARTITION BY user_id ORDER BY version)) l
   WHERE l.available_after <> l.available_before + l.available_delta OR l.locked_after <> l.locked_before + l.locked_delta
  UNION ALL
  -- Each side of a movement that is a member's stands in that member's statement once, with the same amounts.
  SELECT 'lines differ from the movement', m.user_id, m.id FROM (
    SELECT m.user_id, m.id, m.leg, s.owner_id, sum(s.amount) FILTER (WHERE s.account = 'available') AS available,
           sum(s.amount) FILTER (WHERE s.account = 'locked') AS locked
      FROM ledger.movements m JOIN ledger.postings s ON s.user_id = m.user_id AND s.movement_id = m.id AND s.owner_id IS NOT NULL
     GROUP BY 1, 2, 3, 4) m
    FULL JOIN ledger.lines l ON l.movement_user_id = m.user_id AND l.movement_id = m.id AND l.user_id = m.owner_id
   WHERE m.id IS NULL OR l.id IS NULL OR l.available_delta <> coalesce(m.available, 0) OR l.locked_delta <> coalesce(m.locked, 0)
  UNION ALL
  SELECT 'USD sums differ from the requests', a.user_id, NULL FROM ledger.accounts a
    LEFT JOIN (SELECT user_id, sum(amount_usd) FILTER (WHERE kind = 'buy') AS invested, sum(amount_usd) FILTER (WHERE kind <> 'buy') AS outgoing
                 FROM ledger.requests WHERE status = 'approved' GROUP BY 1) own ON own.user_id = a.user_id
    LEFT JOIN (SELECT recipient_id, sum(amount_usd) AS incoming
                 FROM ledger.requests WHERE status = 'approved' AND kind = 'transfer' GROUP BY 1) got ON got.recipient_id = a.user_id
   WHERE (a.invested_usd, a.outgoing_usd, a.incoming_usd)
         <> (coalesce(own.invested, 0), coalesce(own.outgoing, 0), coalesce(got.incoming, 0))
  UNION ALL
  SELECT 'locked differs from pending requests', a.user_id, NULL FROM ledger.accounts a
    LEFT JOIN (SELECT user_id, sum(amount_coins) AS coins FROM ledger.requests WHERE status = 'pending' AND kind <> 'buy' GROUP BY 1) r
      ON r.user_id = a.user_id
   WHERE a.locked <> coalesce(r.coins, 0)
  UNION ALL
  -- Exactly the legs that the kind and the status call for, no other.
  SELECT 'legs differ from the decision', r.user_id, r.id FROM ledger.requests r
    LEFT JOIN (SELECT user_id, request_id, array_agg(leg ORDER BY leg) FILTER (WHERE leg <> 'referral') AS legs,
                      sum(amount) FILTER (WHERE leg = 'bonus') AS bonus,
                      array_agg(DISTINCT amount) FILTER (WHERE leg NOT IN ('bonus', 'referral')) AS amounts
                 FROM ledger.movements GROUP BY 1, 2) m ON m.user_id = r.user_id AND m.request_id = r.id
   WHERE coalesce(m.legs, '{}') <> CASE
           WHEN r.kind = 'buy' AND r.status <> 'approved' THEN '{}'::text[]
           WHEN r.kind = 'buy' THEN CASE WHEN r.bonus_coins > 0 THEN '{bonus,buy}'::text[] ELSE '{buy}'::text[] END
           WHEN r.status = 'pending' THEN '{hold}'::text[]
           WHEN r.status = 'approved' THEN ARRAY['hold', r.kind]
           ELSE '{hold,release}'::text[] END
      OR m.amounts <> ARRAY[r.amount_coins] OR coalesce(m.bonus, 0) <> CASE WHEN r.status = 'approved' THEN coalesce(r.bonus_coins, 0) ELSE 0 END
  UNION ALL
  -- As near as rounding to the last of its four decimals leaves it; earlier versions rounded a long quotient twice.
  SELECT 'USDT differs from the rate', r.user_id, r.id FROM ledger.requests r
   WHERE abs(r.usdt_amount * r.usdt_rate - r.amount_usd) > 0.0000501 * r.usdt_rate
  UNION ALL
  SELECT 'referral differs from the purchases', coalesce(t.user_id, r.user_id), coalesce(t.friend_id, r.friend_id)
    FROM (SELECT f.referred_by_id AS user_id, f.id AS friend_id, f.status = 'Active' AS is_listed,
                 CASE WHEN f.first_purchase_done THEN 'Bonus Awarded' WHEN q.coins IS NOT NULL THEN 'First Purchase Pending'
                      ELSE 'Registered' END AS status,
                 CASE WHEN NOT f.first_purchase_done THEN q.coins END AS base_coins,
                 CASE WHEN f.first_purchase_done THEN coalesce(m.amount, 0) END AS reward_coins
            FROM public.profiles f
            LEFT JOIN ledger.movements m ON m.user_id = f.id AND m.leg = 'referral'
            LEFT JOIN (SELECT DISTINCT ON (user_id) user_id, amount_coins AS coins FROM ledger.requests
                        WHERE status = 'pending' AND package_id IS NOT NULL ORDER BY user_id, id) q ON q.user_id = f.id
           WHERE f.referred_by_id IS NOT NULL) t
    FULL JOIN ledger.referrals r ON r.user_id = t.user_id AND r.friend_id = t.friend_id
   WHERE (r.id IS NOT NULL OR t.is_listed)
     AND (t.status, t.base_coins, t.reward_coins) IS DISTINCT FROM (r.status, r.base_coins, r.reward_coins)
  UNION ALL
  SELECT 'coins are not conserved', NULL, NULL FROM (
    SELECT (SELECT coalesce(sum(available + locked), 0) FROM ledger.accounts) AS held,
           (SELECT coalesce(-sum(amount), 0) FROM ledger.postings WHERE owner_id IS NULL) AS issued) x
   WHERE x.held <> x.issued
  UNION ALL
  SELECT 'totals differ from the journal', NULL, NULL FROM (
    SELECT (SELECT coalesce(-sum(amount), 0) FROM ledger.postings WHERE owner_id IS NULL) AS journal,
           (SELECT coalesce(sum(CASE WHEN operation = 'adjust_in' OR (operation, kind) = ('approve', 'buy') THEN coins + bonus_coins + reward_coins
                                     WHEN operation = 'adjust_out' OR (operation, kind) = ('approve', 'withdrawal') THEN -coins ELSE 0 END), 0)
              FROM ledger.current_totals) AS totals) x
   WHERE x.journal <> x.totals
  UNION ALL
  SELECT 'entries differ from the lines', coalesce(l.user_id, e.user_id), coalesce(l.id, e.id) FROM ledger.typed_lines l
    FULL JOIN (SELECT * FROM ledger.entries UNION ALL SELECT * FROM ledger.fresh_entries()) e ON e.user_id = l.user_id AND e.version = l.version
   WHERE (l.id, l.type, l.amount, l.rate, l.total_usd_value, l.balance_after, l.created_at)
         IS DISTINCT FROM (e.id, e.type, e.amount, e.rate, e.total_usd_value, e.balance_after, e.created_at)
  UNION ALL
  SELECT 'days differ from the lines', NULL, NULL FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, type, count(*), sum(amount) AS coins, sum(total_usd_value) AS value_usd
      FROM ledger.typed_lines GROUP BY 1, 2) l
    FULL JOIN ledger.current_days d ON d.day = l.day AND d.type = l.type
   WHERE (l.count, l.coins, l.value_usd) IS DISTINCT FROM (d.count, d.coins_in + d.coins_out, d.value_usd)
  UNION ALL
  SELECT 'decided requests differ from the requests', coalesce(r.user_id, d.user_id), coalesce(r.id, d.id)
    FROM (SELECT * FROM ledger.requests WHERE status <> 'pending') r
    FULL JOIN (SELECT * FROM ledger.decided UNION ALL SELECT * FROM ledger.fresh_decided()) d ON d.id = r.id
   WHERE (r.user_id, r.kind, r.status, r.amount_coins, r.created_at)
         IS DISTINCT FROM (d.user_id, d.kind, d.status, d.amount_coins, d.created_at)
  UNION ALL
  SELECT 'days of requests differ from the requests', NULL, NULL FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, kind, status, count(*), sum(amount_coins) AS coins FROM ledger.decided GROUP BY 1, 2, 3) r
    FULL JOIN ledger.daily_decided d ON d.day = r.day AND d.kind = r.kind AND d.status = r.status
   WHERE (r.count, r.coins) IS DISTINCT FROM (d.count, d.coins)
  UNION ALL
  SELECT 'days of members differ from the commands', NULL, NULL FROM (
    SELECT (SELECT count(*) FROM ledger.commands WHERE operation = 'open') AS opened, (SELECT coalesce(sum(count), 0) FROM ledger.current_member_days) AS days) x
   WHERE x.opened <> x.days;

-- History is written once. Privileges keep the application out; these triggers stop everybody else too.
CREATE OR REPLACE FUNCTION ledger.forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END
$$;

-- A request leaves pending once, and nothing but the decision ever changes.
CREATE OR REPLACE FUNCTION ledger.guard_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen ledger.requests := NEW;
BEGIN
  frozen.status := OLD.status;
  frozen.decided_by := OLD.decided_by;
  frozen.decided_at := OLD.decided_at;
  frozen.admin_notes := OLD.admin_notes;
  frozen.updated_at := OLD.updated_at;
  IF OLD.status <> 'pending' OR NEW.status = 'pending' OR frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'a request changes once, and only by its decision' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER list_friend AFTER INSERT OR UPDATE OF status ON profiles FOR EACH ROW
  WHEN (NEW.status = 'Active' AND NEW.referred_by_id IS NOT NULL) EXECUTE FUNCTION ledger.list_friend();
CREATE OR REPLACE TRIGGER open_account AFTER INSERT ON public.profiles FOR EACH ROW
  WHEN (NEW.role = 'user') EXECUTE FUNCTION ledger.open();
CREATE OR REPLACE TRIGGER guard_change BEFORE UPDATE ON ledger.requests FOR EACH ROW EXECUTE FUNCTION ledger.guard_request();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.requests FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.requests EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.accounts EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.movements FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.movements EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.lines FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.lines EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.commands FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.commands EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON audit_events EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON login_history FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON login_history EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON rate_changes FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON rate_changes EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON deposit_changes FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON deposit_changes EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON wallet_changes FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON wallet_changes EXECUTE FUNCTION ledger.forbid_change();
