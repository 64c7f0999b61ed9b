-- The money core: the only code that writes requests, balances and the journal.
--
-- Each public function is one call and one transaction. It claims first (the idempotency key, then the request's status)
-- and moves coins second. It locks accounts in ascending order of user_id with FOR NO KEY UPDATE; a plain FOR UPDATE
-- deadlocks with the key-share locks that foreign keys take.
-- A refusal carries SQLSTATE ET001 and, as constraint name, a code of the error catalogue. The table constraints do the
-- same. The server applies this file again whenever it changes; tables live in the migrations.
-- A CASE over the kind of a request has no ELSE: PostgreSQL raises case_not_found for a kind that it does not list.
-- All functions stand in this one file, although it is long: a reader follows a call from its claim to its postings.

CREATE OR REPLACE FUNCTION ledger.refuse(code text, detail text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'refused: %', code USING ERRCODE = 'ET001', CONSTRAINT = code, DETAIL = coalesce(detail, '');
END
$$;

-- Changes one account and writes its statement line. The type of a lock or unlock is NULL.
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
  -- No line is older than the one before, even if the clock goes back. An aggregate without a row is a row, too.
  INSERT INTO ledger.lines (user_id, version, movement_user_id, movement_id, type, available_delta, locked_delta,
                            available_after, locked_after, rate, created_at)
  SELECT p_user, newest, p_movement_user, p_movement, p_type, p_available, p_locked, available_after, locked_after, p_rate,
         greatest(clock_timestamp(), previous.moment)
    FROM (SELECT max(l.created_at) AS moment FROM ledger.lines l WHERE l.user_id = p_user AND l.version = newest - 1) previous;
END
$$;

-- Lists a new member among the friends of the referrer, once the member's address is proven. Before that, a stranger may
-- have signed up with the address. A referrer who saw it appear would learn if it already had an account.
CREATE OR REPLACE FUNCTION ledger.list_friend() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  INSERT INTO referrals (user_id, friend_id) VALUES (NEW.referred_by_id, NEW.id) ON CONFLICT (user_id, friend_id) DO NOTHING;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER list_friend AFTER INSERT OR UPDATE OF status ON profiles FOR EACH ROW
  WHEN (NEW.status = 'Active' AND NEW.referred_by_id IS NOT NULL) EXECUTE FUNCTION ledger.list_friend();

-- Notes how far a referred member without a package has come. Called after each change of a package purchase.
CREATE OR REPLACE FUNCTION ledger.note_purchase(p_friend uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  referrer constant uuid := (SELECT p.referred_by_id FROM public.profiles p WHERE p.id = p_friend);
  referral record;
  base numeric;
BEGIN
  -- Read under the lock, because two purchases may change at the same moment and each must see the other.
  SELECT r.user_id, r.id INTO referral FROM ledger.referrals r
   WHERE r.user_id = referrer AND r.friend_id = p_friend AND r.status <> 'Bonus Awarded' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  -- A package implies the kind. A condition on the kind could make the database read the queue of all members.
  SELECT q.amount_coins INTO base FROM ledger.requests q
   WHERE q.user_id = p_friend AND q.status = 'pending' AND q.package_id IS NOT NULL ORDER BY q.id LIMIT 1;
  UPDATE ledger.referrals
     SET status = CASE WHEN base IS NULL THEN 'Registered' ELSE 'First Purchase Pending' END, base_coins = base
   WHERE user_id = referral.user_id AND id = referral.id;
END
$$;

-- Gives a new member an account, in the statement that creates the profile.
CREATE OR REPLACE FUNCTION ledger.open() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  INSERT INTO accounts (user_id) VALUES (NEW.id);
  INSERT INTO commands (user_id, key, fingerprint, operation, subject_id, created_at)
  VALUES (NEW.id, NEW.id, '\x', 'open', NEW.id, NEW.created_at);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER open_account AFTER INSERT ON public.profiles FOR EACH ROW
  WHEN (NEW.role = 'user') EXECUTE FUNCTION ledger.open();

-- Says if this caller has made this very call before. Refuses a key that belongs to another call.
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

-- Refuses an administrator with another duty than these, and names them.
CREATE OR REPLACE FUNCTION ledger.refuse_other_duty(p_duty text, p_duties text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (p_duty = ANY (p_duties)) IS NOT TRUE THEN PERFORM ledger.refuse('duty_missing', array_to_string(p_duties, ', ')); END IF;
END
$$;

-- Refuses a caller who is no longer signed in: in this session, active, and with the role and the duty that the call needs.
-- It runs last, after every lock that a call waits for. So it sees if the session has ended meanwhile, and the session
-- cannot end before the call does. To end a session is to delete its row, so the key share is enough, and activity is
-- still noted. The owner's tools call without a session. p_must_enrol: an administrator needs a second factor. p_duties:
-- the duties of which an administrator needs one.
CREATE OR REPLACE FUNCTION ledger.judge_caller(
  p_user uuid, p_session uuid, p_role text, p_must_enrol boolean DEFAULT false, p_duties text[] DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  role text;
  duty text;
BEGIN
  IF p_session IS NULL THEN RETURN; END IF;
  SELECT p.role, p.duty INTO role, duty FROM public.sessions s JOIN public.profiles p ON p.id = s.user_id
   WHERE s.user_id = p_user AND s.id = p_session AND p.status = 'Active'
     AND s.expires_at > now() AND s.last_active_at > now() - interval '6 minutes' FOR KEY SHARE OF s;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_signed_in'); END IF;
  IF role <> p_role THEN PERFORM ledger.refuse('forbidden'); END IF;
  IF p_must_enrol AND p_role = 'admin' AND NOT public.has_two_factor(p_user) THEN
    PERFORM ledger.refuse('two_factor_required');
  END IF;
  IF p_role = 'admin' AND p_duties IS NOT NULL THEN PERFORM ledger.refuse_other_duty(duty, p_duties); END IF;
END
$$;

-- Finds the person and the session of a token, or refuses. Only the caller's cookie holds the token; the database keeps a
-- hash. So no bug in a query can act for a person of whom it knows the id or the session.
CREATE OR REPLACE FUNCTION ledger.find_session(p_token text, OUT user_id uuid, OUT session_id uuid) LANGUAGE plpgsql AS $$
DECLARE
  bytes bytea;
BEGIN
  IF (p_token ~ '^[A-Za-z0-9_-]{64}$') IS NOT TRUE THEN PERFORM ledger.refuse('not_signed_in'); END IF;
  bytes := decode(translate(p_token, '-_', '+/'), 'base64');
  user_id := encode(substr(bytes, 1, 16), 'hex')::uuid;
  session_id := (SELECT s.id FROM public.sessions s
                  WHERE s.user_id = find_session.user_id AND s.token_hash = sha256(substr(bytes, 17)));
  IF session_id IS NULL THEN PERFORM ledger.refuse('not_signed_in'); END IF;
END
$$;

-- Judges the caller as above by the token of the session, and returns who it is.
CREATE OR REPLACE FUNCTION ledger.judge_session(p_token text, p_role text, p_duties text[] DEFAULT NULL) RETURNS uuid
LANGUAGE plpgsql AS $$
DECLARE
  caller record;
BEGIN
  caller := ledger.find_session(p_token);
  PERFORM ledger.judge_caller(caller.user_id, caller.session_id, p_role, p_duties => p_duties);
  RETURN caller.user_id;
END
$$;

-- Refuses every person but an active administrator with one of these duties.
CREATE OR REPLACE FUNCTION ledger.judge_administrator(p_actor uuid, p_duties text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  duty text;
BEGIN
  SELECT p.duty INTO duty FROM public.profiles p WHERE p.id = p_actor AND p.role = 'admin' AND p.status = 'Active';
  IF NOT FOUND THEN PERFORM ledger.refuse('forbidden'); END IF;
  PERFORM ledger.refuse_other_duty(duty, p_duties);
END
$$;

-- Refuses a person who is no active member, with the reason.
CREATE OR REPLACE FUNCTION ledger.refuse_person(p_role text, p_status text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger.refuse(CASE WHEN p_role IS DISTINCT FROM 'user' THEN 'forbidden'
                             WHEN p_status = 'Suspended' THEN 'account_suspended' ELSE 'account_inactive' END);
END
$$;

-- Divides two numbers that are not negative and rounds once, half up, to a multiple of p_unit, such as 0.0001. PostgreSQL's
-- own division rounds a long quotient to a few places. Rounded again, that quotient may be one unit too high.
CREATE OR REPLACE FUNCTION ledger.quotient(p_dividend numeric, p_divisor numeric, p_unit numeric) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN div(2 * p_dividend + p_divisor * p_unit, 2 * p_divisor * p_unit) * p_unit;
END
$$;

-- Refuses a payment to an address where members send USDT, or to the contract of the token. An address may become one of
-- these after it was saved, and after it was frozen on a request.
CREATE OR REPLACE FUNCTION ledger.refuse_platform_address(p_address text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.platform_addresses a WHERE a.address = public.comparable_address(p_address)) THEN
    PERFORM ledger.refuse('wallet_of_platform');
  END IF;
END
$$;

-- True if an open buy costs this.
CREATE OR REPLACE FUNCTION ledger.is_open_amount(p_amount numeric) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM ledger.requests q WHERE q.kind = 'buy' AND q.status = 'pending' AND q.usdt_amount = p_amount);
END
$$;

-- Returns the terms of a buy at this moment. A quote shows them, and submit freezes them. Refuses a buy that is not
-- possible. One statement reads all figures, so the terms are never a mix of two moments.
-- A package with its own amount is a package purchase at its price and with its bonus. Any other amount is a top-up, which
-- a first purchase cannot be.
--   p_has_fallback_address: true if the configuration has an address to pay to. Without one, buying is closed while the
--   settings have none.
--   p_reserves: true if the member gets an amount that is no other member's, where the settings want that. Otherwise the terms
--   have the amount that is reserved already, or none of one's own.
--   quote_id: the name of these terms for this member. Terms that would freeze anything else have another name.
--   usdt_tail: the part of usdt_amount that tells the payment apart; NULL for none. amount_since: the time of its reservation.
DROP FUNCTION IF EXISTS ledger.buy_terms(uuid, numeric, uuid, numeric, boolean, boolean);
CREATE OR REPLACE FUNCTION ledger.buy_terms(
  p_user uuid, p_coins numeric, p_package uuid, p_usdt_rate numeric, p_usdt_rate_is_fallback boolean,
  p_has_fallback_address boolean DEFAULT true, p_reserves boolean DEFAULT false, OUT rate numeric, OUT amount_usd numeric,
  OUT usdt_amount numeric, OUT package_id uuid, OUT package_name text, OUT bonus_coins numeric, OUT quote_id text,
  OUT usdt_tail numeric, OUT amount_since timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  offer record;
  reserved ledger.reserved_amounts;
  -- These have the precision of the columns, so an amount that the columns cannot hold is refused here.
  usd numeric(20, 2);
  usdt numeric(20, 4);
  reward numeric := 0;
BEGIN
  SELECT p.role, p.status, p.first_purchase_done, p.referred_by_id, s.referral_percentage, s.et_rate, s.topup_coin_price,
         s.request_limit_usd, s.deposit_address, s.buys_on_fallback_rate, s.unique_amounts,
         k.id AS package_id, k.package_name, k.is_buyable, k.min_coin_purchase, k.total_price, k.bonus_coins
    INTO offer
    FROM public.profiles p CROSS JOIN public.settings s
    LEFT JOIN public.packages k ON k.id = p_package AND k.deleted_at IS NULL
   WHERE p.id = p_user;
  IF (offer.role = 'user' AND offer.status = 'Active') IS NOT TRUE THEN PERFORM ledger.refuse_person(offer.role, offer.status); END IF;
  IF offer.deposit_address IS NULL AND NOT p_has_fallback_address THEN PERFORM ledger.refuse('buying_closed'); END IF;
  -- At 1 for 1 a member could pay less than the coins cost, for as long as the true rate is out of reach.
  IF p_usdt_rate_is_fallback AND NOT offer.buys_on_fallback_rate THEN PERFORM ledger.refuse('exchange_rate_missing'); END IF;
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
    -- A first purchase has the amount of its package, and there is none without a package.
    PERFORM ledger.refuse(CASE WHEN p_package IS NULL THEN 'package_required' ELSE 'package_amount_mismatch' END);
  ELSE
    amount_usd := round(p_coins * offer.topup_coin_price, 2);
    bonus_coins := 0;
  END IF;
  -- The limit also applies to the later worth of cheap coins, of a large bonus and of the referrer's reward.
  IF package_id IS NOT NULL AND NOT offer.first_purchase_done AND offer.referred_by_id IS NOT NULL THEN
    reward := trunc(p_coins * offer.referral_percentage / 100, 4);
  END IF;
  IF ledger.worth(amount_usd, p_coins + bonus_coins + reward, rate) > offer.request_limit_usd THEN
    PERFORM ledger.refuse('amount_over_limit', offer.request_limit_usd::text);
  END IF;
  usd := amount_usd;
  usdt := ledger.quotient(usd, p_usdt_rate, 0.0001);
  IF usdt = 0 THEN PERFORM ledger.refuse('amount_worth_nothing'); END IF;
  IF offer.unique_amounts = 'on' THEN
    IF p_reserves THEN reserved := ledger.reserve_amount(p_user, usdt); ELSE reserved := ledger.reserved_amount(p_user, usdt); END IF;
    usdt_tail := reserved.usdt_tail;
    amount_since := reserved.reserved_at;
    usdt := usdt + coalesce(usdt_tail, 0);
  END IF;
  usdt_amount := usdt;
  quote_id := encode(sha256(convert_to(ROW(p_user, trim_scale(p_coins), rate, amount_usd, usdt_amount, trim_scale(p_usdt_rate),
    p_usdt_rate_is_fallback, package_id, package_name, trim_scale(bonus_coins))::text, 'UTF8')), 'hex');
END
$$;

-- Makes a member's request for a buy, a withdrawal or a transfer. It looks up prices, rate, bonus, wallet and recipient and
-- freezes them on the request. A withdrawal or transfer locks its coins.
--   p_coins: whole coins. p_recipient: of a transfer the member id, of a withdrawal an address of the member's book, or NULL
--   for the default one. p_upload: payment slip or attachment.
--   Buy and withdrawal: p_usdt_rate, USD per 1 USDT; p_usdt_rate_is_fallback, true if 1 stands in for it.
--   Buy only: p_package; p_transaction_hash; p_quote, the only terms on which the member buys;
--   p_has_fallback_address, as in buy_terms.
--   A repeated call gets its first answer before any terms are judged. So rate, quote and closed buying count for a new
--   call only.
--   p_session: the session of the caller, here and below.
CREATE OR REPLACE FUNCTION ledger.submit(
  p_user uuid, p_key uuid, p_kind text, p_coins numeric, p_package uuid, p_recipient text, p_upload uuid, p_usdt_rate numeric,
  p_usdt_rate_is_fallback boolean DEFAULT false, p_transaction_hash text DEFAULT NULL, p_quote text DEFAULT NULL,
  p_session uuid DEFAULT NULL, p_has_fallback_address boolean DEFAULT true, OUT request_id uuid, OUT replayed boolean
) LANGUAGE plpgsql SET search_path = ledger, public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  -- The most open requests of a member, of all kinds together.
  open_requests_max constant int := 20;
  fingerprint bytea;
  -- The frozen values of the request. Single variables, because the fields of a row variable cost a tenth of the whole call.
  -- They have the types of the columns, so that no statement has to round them.
  coins numeric(20, 4) := p_coins;
  rate numeric(18, 8);
  amount_usd numeric(20, 2);
  usdt_rate numeric(18, 8);
  usdt_amount numeric(20, 4);
  usdt_tail numeric(20, 4);
  amount_since timestamptz;
  package_id uuid;
  bonus_coins numeric(20, 4);
  wallet text;
  recipient_id uuid;
  role text;
  status text;
  own_wallet text;
  limit_usd numeric;
  is_stopped boolean;
  recipient record;
  terms record;
  movement uuid;
  newest bigint;
  available_after numeric(20, 4);
  locked_after numeric(20, 4);
  matures_at timestamptz;
BEGIN
  -- The market's rate and the quote are no part of the call. Repeated with newer ones, it is still the same call.
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
    -- An assignment, because a query around the call would cost as much as the call.
    terms := buy_terms(p_user, p_coins, p_package, p_usdt_rate, p_usdt_rate_is_fallback, p_has_fallback_address, true);
    IF p_quote <> terms.quote_id THEN PERFORM refuse('quote_changed'); END IF;
    rate := terms.rate;
    amount_usd := terms.amount_usd;
    usdt_rate := p_usdt_rate;
    PERFORM refuse_former_slip(p_user, p_upload);
    usdt_amount := terms.usdt_amount;
    usdt_tail := terms.usdt_tail;
    amount_since := terms.amount_since;
    package_id := terms.package_id;
    bonus_coins := terms.bonus_coins;
  ELSE
    -- The stop is read here, because a call of refuse_stopped is slower.
    SELECT p.role, p.status, p.wallet_address, s.et_rate, s.request_limit_usd,
           EXISTS (SELECT FROM member_stops m WHERE m.user_id = p_user AND m.lifted_at IS NULL)
      INTO role, status, own_wallet, rate, limit_usd, is_stopped FROM profiles p CROSS JOIN settings s WHERE p.id = p_user;
    IF (role = 'user' AND status = 'Active') IS NOT TRUE THEN PERFORM refuse_person(role, status); END IF;
    IF round(p_coins * rate, 2) > limit_usd THEN PERFORM refuse('amount_over_limit', limit_usd::text); END IF;
    amount_usd := round(p_coins * rate, 2);
    IF is_stopped THEN PERFORM refuse('outgoing_stopped'); END IF;
    CASE p_kind
    WHEN 'withdrawal' THEN
      own_wallet := coalesce(p_recipient, own_wallet);
      IF coalesce(own_wallet, '') = '' THEN PERFORM refuse('wallet_address_missing'); END IF;
      IF p_recipient IS NOT NULL THEN PERFORM refuse_unlisted_address(p_user, own_wallet); END IF;
      PERFORM refuse_platform_address(own_wallet);
      wallet := own_wallet;
      usdt_rate := p_usdt_rate;
      usdt_amount := quotient(amount_usd, usdt_rate, 0.0001);
      -- The operator pays in USDT, and the amount needs a rate.
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
                        usdt_tail, amount_since, package_id, bonus_coins, wallet_address, recipient_id, upload_id, transaction_hash)
  VALUES (p_user, request_id, p_kind, coins, rate, amount_usd, usdt_rate, p_usdt_rate_is_fallback, usdt_amount,
          usdt_tail, amount_since, package_id, bonus_coins, wallet, recipient_id, p_upload, p_transaction_hash);
  CASE p_kind
  WHEN 'buy' THEN
    -- The calls of one member wait for each other here, as those of the other kinds do at the balance. So none of them
    -- misses a request in the count below.
    PERFORM FROM accounts a WHERE a.user_id = p_user FOR NO KEY UPDATE;
    IF package_id IS NOT NULL THEN PERFORM note_purchase(p_user); END IF;
  WHEN 'withdrawal', 'transfer' THEN
    movement := uuidv7();
    INSERT INTO movements (user_id, id, request_id, leg, debit_id, credit_id, amount, rate)
    VALUES (p_user, movement, request_id, 'hold', p_user, p_user, coins, rate);
    -- The work of post, written out, because the call of post would add a fiftieth to the whole call.
    -- The constraint insufficient_funds checks the balance, under the row's own lock.
    UPDATE accounts a SET available = a.available - coins, locked = a.locked + coins, version = a.version + 1
     WHERE a.user_id = p_user
    RETURNING a.version, a.available, a.locked, a.last_matures_at INTO STRICT newest, available_after, locked_after, matures_at;
    IF matures_at > now() THEN PERFORM refuse_maturing(p_user, available_after); END IF;
    INSERT INTO lines (user_id, version, movement_user_id, movement_id, available_delta, locked_delta,
                       available_after, locked_after, rate, created_at)
    SELECT p_user, newest, p_user, movement, -coins, coins, available_after, locked_after, rate, greatest(clock_timestamp(), previous.moment)
      FROM (SELECT max(l.created_at) AS moment FROM lines l WHERE l.user_id = p_user AND l.version = newest - 1) previous;
  END CASE;
  -- The owner's tools, which have no session, fill books of any shape. The order is that of the index of open requests, and
  -- the setting of this function keeps a plan from a time of few requests from reading the whole table.
  IF p_session IS NOT NULL AND EXISTS (
    SELECT FROM requests q WHERE q.user_id = p_user AND q.status = 'pending'
     ORDER BY q.user_id, q.id OFFSET open_requests_max LIMIT 1
  ) THEN PERFORM refuse('open_requests_full'); END IF;
  PERFORM judge_caller(p_user, p_session, 'user');
  replayed := false;
END
$$;

-- Returns the coins of a withdrawal or transfer that will not happen, and notes that a purchase is no longer pending.
CREATE OR REPLACE FUNCTION ledger.release(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  movement uuid;
BEGIN
  IF r.package_id IS NOT NULL THEN PERFORM ledger.note_purchase(r.user_id); END IF;
  CASE r.kind
  WHEN 'buy' THEN RETURN;
  WHEN 'withdrawal', 'transfer' THEN
    PERFORM ledger.refuse_reviewed(r.user_id, p_is_creating => false);
    INSERT INTO ledger.movements (user_id, request_id, leg, debit_id, credit_id, amount, rate)
    VALUES (r.user_id, r.id, 'release', r.user_id, r.user_id, r.amount_coins, r.rate) RETURNING id INTO movement;
    PERFORM ledger.post(r.user_id, r.user_id, movement, NULL, r.amount_coins, -r.amount_coins, r.rate);
    PERFORM ledger.repay(r.user_id, r.rate);
  END CASE;
END
$$;

-- Returns the coins that a referrer earns with a first package of p_coins.
CREATE OR REPLACE FUNCTION ledger.referral_reward(p_coins numeric) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN trunc(p_coins * s.referral_percentage * 0.01, 4) FROM public.settings s;
END
$$;

-- True if the account of a member is closed.
CREATE OR REPLACE FUNCTION ledger.is_closed(p_user uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM ledger.accounts a WHERE a.user_id = p_user AND a.closed_at IS NOT NULL);
END
$$;

-- Pays an approved buy: base coins and bonus to the buyer and, for the first package ever, the reward to the referrer. A buy
-- that is credited in part is no package purchase: it brings its coins, and neither bonus nor reward.
CREATE OR REPLACE FUNCTION ledger.credit_buy(r ledger.requests, OUT reward numeric) LANGUAGE plpgsql AS $$
DECLARE
  buyer record;
  is_part boolean := r.credited_coins IS NOT NULL;
  is_first boolean := false;
  coins numeric := coalesce(r.credited_coins, r.amount_coins);
  movement uuid;
BEGIN
  reward := 0;
  SELECT p.referred_by_id INTO buyer FROM profiles p WHERE p.id = r.user_id;
  -- A reversal at this moment may make this package the first one again, so only the lock can tell.
  IF r.package_id IS NULL OR is_part THEN buyer.referred_by_id := NULL; END IF;
  PERFORM ledger.lock_accounts(r.user_id, buyer.referred_by_id);
  IF r.package_id IS NOT NULL AND is_part THEN
    PERFORM ledger.note_purchase(r.user_id);
  ELSIF r.package_id IS NOT NULL THEN
    -- Read again under the lock, because two first packages may be approved at the same moment.
    SELECT NOT p.first_purchase_done INTO is_first FROM profiles p WHERE p.id = r.user_id;
    UPDATE profiles SET package_id = r.package_id, first_purchase_done = true WHERE id = r.user_id;
  END IF;
  PERFORM ledger.refuse_reviewed(r.user_id, CASE WHEN is_first THEN buyer.referred_by_id END);
  INSERT INTO ledger.movements (user_id, request_id, leg, credit_id, amount, rate)
  VALUES (r.user_id, r.id, 'buy', r.user_id, coins, r.rate) RETURNING id INTO movement;
  PERFORM ledger.post(r.user_id, r.user_id, movement, 'BUY', coins, 0, r.rate, p_invested => coalesce(r.credited_usd, r.amount_usd));
  IF r.bonus_coins > 0 AND NOT is_part THEN
    INSERT INTO ledger.movements (user_id, request_id, leg, credit_id, amount, rate)
    VALUES (r.user_id, r.id, 'bonus', r.user_id, r.bonus_coins, r.rate) RETURNING id INTO movement;
    PERFORM ledger.post(r.user_id, r.user_id, movement, 'BONUS', r.bonus_coins, 0, r.rate);
    PERFORM ledger.note_maturing(r.user_id, r.user_id, movement, r.bonus_coins);
  END IF;
  PERFORM ledger.repay(r.user_id, r.rate);
  IF NOT is_first OR buyer.referred_by_id IS NULL THEN RETURN; END IF;
  -- A closed account takes no coins, so the purchase brings no reward. Its lock is held, so it cannot be closed meanwhile.
  IF NOT ledger.is_closed(buyer.referred_by_id) THEN reward := ledger.referral_reward(r.amount_coins); END IF;
  UPDATE ledger.referrals SET status = 'Bonus Awarded', base_coins = NULL, reward_coins = reward
   WHERE user_id = buyer.referred_by_id AND friend_id = r.user_id;
  IF reward = 0 THEN RETURN; END IF;
  INSERT INTO ledger.movements (user_id, request_id, leg, credit_id, amount, rate)
  VALUES (r.user_id, r.id, 'referral', buyer.referred_by_id, reward, r.rate) RETURNING id INTO movement;
  PERFORM ledger.post(buyer.referred_by_id, r.user_id, movement, 'REFERRAL_BONUS', reward, 0, r.rate);
  PERFORM ledger.note_maturing(buyer.referred_by_id, r.user_id, movement, reward);
  PERFORM ledger.repay(buyer.referred_by_id, r.rate);
END
$$;

-- Locks one or two accounts, always in ascending order.
CREATE OR REPLACE FUNCTION ledger.lock_accounts(p_one uuid, p_other uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  lower constant uuid := least(p_one, p_other);
  upper constant uuid := greatest(p_one, p_other);
BEGIN
  PERFORM 1 FROM ledger.accounts a WHERE a.user_id = lower FOR NO KEY UPDATE;
  IF lower <> upper THEN
    PERFORM 1 FROM ledger.accounts a WHERE a.user_id = upper FOR NO KEY UPDATE;
  END IF;
END
$$;

-- Moves locked coins: out of the platform for a withdrawal, to the recipient for a transfer.
CREATE OR REPLACE FUNCTION ledger.pay_out(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  outgoing_type text;
  movement uuid;
BEGIN
  PERFORM ledger.lock_accounts(r.user_id, r.recipient_id);
  PERFORM ledger.refuse_reviewed(r.user_id, r.recipient_id);
  PERFORM ledger.refuse_held(r.user_id);
  PERFORM ledger.refuse_indebted(r.user_id);
  CASE r.kind
  WHEN 'withdrawal' THEN
    PERFORM ledger.refuse_platform_address(r.wallet_address);
    PERFORM ledger.refuse_unusable_address(r.user_id, r.wallet_address);
    outgoing_type := 'WITHDRAWAL';
  WHEN 'transfer' THEN
    IF NOT EXISTS (SELECT FROM profiles p WHERE p.id = r.recipient_id AND p.status = 'Active') THEN
      PERFORM ledger.refuse('recipient_not_active');
    END IF;
    outgoing_type := 'TRANSFER_OUT';
  END CASE;
  INSERT INTO ledger.movements (user_id, request_id, leg, debit_id, credit_id, amount, rate)
  VALUES (r.user_id, r.id, r.kind, r.user_id, r.recipient_id, r.amount_coins, r.rate) RETURNING id INTO movement;
  PERFORM ledger.post(r.user_id, r.user_id, movement, outgoing_type, 0, -r.amount_coins, r.rate, p_outgoing => r.amount_usd);
  CASE r.kind
  WHEN 'withdrawal' THEN PERFORM ledger.open_payout(r);
  WHEN 'transfer' THEN
    PERFORM ledger.post(r.recipient_id, r.user_id, movement, 'TRANSFER_IN', r.amount_coins, 0, r.rate, p_incoming => r.amount_usd);
    PERFORM ledger.repay(r.recipient_id, r.rate);
  END CASE;
END
$$;

-- Each approval reads the former package by itself.
DROP FUNCTION IF EXISTS ledger.package_before(ledger.requests);

-- Moves a request out of pending, once. Refuses a later call, unless it repeats the call that did so. p_received, p_coins and
-- p_usd: the answer of ledger.judge_payment; NULL without transfers, and the last two also for a buy that is paid in full.
DROP FUNCTION IF EXISTS ledger.claim(uuid, uuid, bytea, uuid, uuid, text, uuid, text);
CREATE OR REPLACE FUNCTION ledger.claim(
  p_actor uuid, p_key uuid, p_fingerprint bytea, p_user uuid, p_request uuid, p_status text, p_decider uuid, p_notes text,
  p_received numeric DEFAULT NULL, p_coins numeric DEFAULT NULL, p_usd numeric DEFAULT NULL, OUT r ledger.requests
) LANGUAGE plpgsql AS $$
DECLARE
  moment constant timestamptz := now();
  -- The package of the member until now. A reversal brings it back.
  earlier_package constant uuid := CASE WHEN p_status = 'approved' THEN (SELECT p.package_id FROM public.profiles p WHERE p.id = p_user) END;
BEGIN
  UPDATE ledger.requests q
     SET status = p_status, decided_by = p_decider, decided_at = moment, admin_notes = p_notes, updated_at = moment,
         received_units = p_received, credited_coins = p_coins, credited_usd = p_usd,
         earlier_package_id = CASE WHEN q.package_id IS NOT NULL THEN earlier_package END
   WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending'
  RETURNING q.* INTO r;
  IF FOUND OR (SELECT c.replayed FROM ledger.is_replay(p_actor, p_key, p_fingerprint) c) THEN RETURN; END IF;
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request;
  PERFORM ledger.refuse(CASE WHEN FOUND THEN 'already_processed' ELSE 'not_found' END, r.status);
END
$$;

-- Approves or rejects a pending request for an owner or approver. p_user is the member to whom it belongs, p_address the network
-- address of the call; both enter the audit log. In claim, the constraint reason_required refuses a rejection without notes.
--   p_transfers: the transfers that pay for a buy, as server/money/deposits/allocations.sql names them. None if a slip alone is believed.
--   p_is_part: true to credit a buy for less than it costs, in proportion.
--   p_reuse_reason: why a buy is approved although its payment belongs to another approved one; NULL for none.
--   p_slip: the revision of the slip that the administrator saw.
DROP FUNCTION IF EXISTS ledger.decide(uuid, uuid, uuid, uuid, text, text, text, uuid);
DROP FUNCTION IF EXISTS ledger.decide(uuid, uuid, uuid, uuid, text, text, text, uuid, text[], boolean, text);
CREATE OR REPLACE FUNCTION ledger.decide(
  p_actor uuid, p_key uuid, p_user uuid, p_request uuid, p_decision text, p_notes text, p_address text DEFAULT NULL,
  p_session uuid DEFAULT NULL, p_transfers text[] DEFAULT '{}', p_is_part boolean DEFAULT false, p_reuse_reason text DEFAULT NULL,
  p_slip integer DEFAULT 0, OUT replayed boolean
) LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner, approver}';
  fingerprint bytea := sha256(convert_to(ROW('decide', p_user, p_request, p_decision, p_notes)::text, 'UTF8'));
  transfers text[] := sorted_transfers(p_transfers);
  r requests;
  payment record;
  operation constant text := CASE p_decision WHEN 'approved' THEN 'approve' ELSE 'reject' END;
  bonus numeric := 0;
  reward numeric := 0;
BEGIN
  IF p_decision NOT IN ('approved', 'rejected') OR length(p_notes) > 2000 OR length(p_reuse_reason) > 500
     OR length(trim(p_reuse_reason)) < 10 THEN
    PERFORM refuse('invalid_request');
  END IF;
  IF cardinality(transfers) > 0 OR p_is_part THEN
    IF p_decision <> 'approved' THEN PERFORM refuse('invalid_request'); END IF;
    fingerprint := sha256(convert_to(ROW('decide', p_user, p_request, p_decision, p_notes, transfers, p_is_part)::text, 'UTF8'));
  END IF;
  -- A call without a reason has the fingerprint that it had before there were reasons.
  IF p_reuse_reason IS NOT NULL THEN
    fingerprint := sha256(convert_to(ROW(fingerprint, p_reuse_reason)::text, 'UTF8'));
  END IF;
  IF p_slip <> 0 THEN fingerprint := sha256(convert_to(ROW(fingerprint, p_slip)::text, 'UTF8')); END IF;
  PERFORM judge_administrator(p_actor, duties);
  IF p_actor = p_user THEN PERFORM refuse('forbidden'); END IF;
  PERFORM refuse_other_slip(p_user, p_request, p_slip);
  payment := judge_payment(p_user, p_request, transfers, p_is_part);
  -- Not NULL if the approval waits for a second administrator.
  IF p_decision = 'approved' THEN
    replayed := approval_waits(p_actor, p_key, fingerprint, p_user, p_request, p_notes, p_address, transfers, p_is_part, p_reuse_reason);
  END IF;
  IF replayed IS NOT NULL THEN
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN;
  END IF;
  r := claim(p_actor, p_key, fingerprint, p_user, p_request, p_decision, p_actor, p_notes,
             payment.received_units, payment.credited_coins, payment.credited_usd);
  replayed := r.id IS NULL;
  IF replayed THEN
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN;
  END IF;
  -- An administrator who was a member once does not decide a request that pays them, either.
  IF is_beneficiary(p_actor, r) THEN PERFORM refuse('forbidden'); END IF;

  IF p_decision = 'rejected' THEN
    PERFORM release(r);
  ELSE
    CASE r.kind
    WHEN 'buy' THEN
      IF r.upload_id IS NULL THEN PERFORM refuse('slip_missing'); END IF;
      PERFORM claim_proofs(p_actor, r, p_reuse_reason, p_address);
      PERFORM allocate(p_user, p_request, transfers);
      reward := credit_buy(r);
    WHEN 'withdrawal', 'transfer' THEN PERFORM pay_out(r);
    END CASE;
  END IF;
  IF r.credited_coins IS NULL THEN bonus := coalesce(r.bonus_coins, 0); END IF;
  INSERT INTO commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, reward_coins, usd)
  VALUES (p_actor, p_key, fingerprint, operation, r.kind, p_user, p_request, coalesce(r.credited_coins, r.amount_coins), bonus, reward,
          coalesce(r.credited_usd, r.amount_usd));
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, CASE WHEN p_decision = 'approved' THEN 'request_approved' ELSE 'request_rejected' END, p_user, p_address,
          jsonb_strip_nulls(jsonb_build_object(
            'kind', r.kind, 'coins', trim_scale(r.amount_coins)::text, 'before', jsonb_build_object('status', 'pending'),
            'after', jsonb_build_object('status', p_decision), 'notes', p_notes, 'requestId', p_request,
            'transfers', to_jsonb(nullif(transfers, '{}')), 'receivedUsdt', trim_scale(r.received_units * 0.000001)::text,
            'creditedCoins', trim_scale(r.credited_coins)::text)));
  PERFORM notify_decided(r, reward);
  PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
END
$$;

-- Forecasts an approval at this moment: every person with coins that it would move, with the present balances. Returns no row
-- for a decided request. debt_repaid: the coins that repay a debt at once. It follows credit_buy and pay_out, and a test approves every kind and compares. ROWS tells the
-- planner how few they are; otherwise a join to the members would read them all.
DROP FUNCTION IF EXISTS ledger.forecast(uuid, uuid);
CREATE FUNCTION ledger.forecast(p_user uuid, p_request uuid)
RETURNS TABLE (user_id uuid, role text, available numeric, locked numeric, available_delta numeric, locked_delta numeric, debt_repaid numeric)
LANGUAGE plpgsql STABLE ROWS 2 AS $$
DECLARE
  r ledger.requests;
  buyer record;
  reward numeric;
BEGIN
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending';
  IF NOT FOUND THEN RETURN; END IF;
  CASE r.kind
  WHEN 'buy' THEN
    RETURN QUERY SELECT a.user_id, 'member', a.available, a.locked, r.amount_coins + r.bonus_coins - d.repaid, 0::numeric, d.repaid
                   FROM ledger.accounts a CROSS JOIN LATERAL ledger.would_repay(a.user_id, r.amount_coins + r.bonus_coins) d (repaid)
                  WHERE a.user_id = r.user_id;
    SELECT p.referred_by_id, p.first_purchase_done INTO buyer FROM public.profiles p WHERE p.id = r.user_id;
    IF r.package_id IS NULL OR buyer.first_purchase_done THEN RETURN; END IF;
    reward := ledger.referral_reward(r.amount_coins);
    RETURN QUERY SELECT a.user_id, 'referrer', a.available, a.locked, reward - d.repaid, 0::numeric, d.repaid
                   FROM ledger.accounts a CROSS JOIN LATERAL ledger.would_repay(a.user_id, reward) d (repaid)
                  WHERE a.user_id = buyer.referred_by_id AND a.closed_at IS NULL AND reward > 0;
  WHEN 'withdrawal', 'transfer' THEN
    RETURN QUERY SELECT a.user_id, 'member', a.available, a.locked, 0::numeric, -r.amount_coins, 0::numeric
                   FROM ledger.accounts a WHERE a.user_id = r.user_id;
    RETURN QUERY SELECT a.user_id, 'recipient', a.available, a.locked, r.amount_coins - d.repaid, 0::numeric, d.repaid
                   FROM ledger.accounts a CROSS JOIN LATERAL ledger.would_repay(a.user_id, r.amount_coins) d (repaid)
                  WHERE a.user_id = r.recipient_id;
  END CASE;
END
$$;

-- Takes a pending request back for its member.
CREATE OR REPLACE FUNCTION ledger.cancel(p_user uuid, p_key uuid, p_request uuid, p_session uuid DEFAULT NULL, OUT replayed boolean)
LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
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
  PERFORM notify_repaid(p_user);
  PERFORM judge_caller(p_user, p_session, 'user');
END
$$;

-- Ends one buy that has waited for a decision for longer than the settings allow, and returns it. Returns NULLs if there is
-- none. Time alone decides, so the function has no caller to judge. A buy holds no coins; release notes for a referrer that
-- the purchase is no longer pending. A buy that a decision has locked is left to the decision. While another slip is requested,
-- the days count from the question, and two days are left after the answer.
-- p_after: the id of a buy that the caller passes over, with all before it. NULL for none.
DROP FUNCTION IF EXISTS ledger.expire_buy();
CREATE OR REPLACE FUNCTION ledger.expire_buy(p_after uuid DEFAULT NULL, OUT user_id uuid, OUT request_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  r requests;
BEGIN
  SELECT q.user_id, q.id INTO user_id, request_id FROM requests q
   WHERE q.kind = 'buy' AND q.status = 'pending'
     AND q.created_at < now() - make_interval(days => (SELECT s.buy_request_days FROM settings s))
     AND waits_since(q) < now() - make_interval(days => (SELECT s.buy_request_days FROM settings s))
     AND NOT EXISTS (SELECT FROM slip_requests a WHERE a.user_id = q.user_id AND a.request_id = q.id AND a.answered_at > now() - interval '2 days')
     AND q.id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
   ORDER BY q.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE requests q SET status = 'expired', decided_at = now(), updated_at = now()
   WHERE q.user_id = expire_buy.user_id AND q.id = expire_buy.request_id AND q.status = 'pending'
  RETURNING q.* INTO STRICT r;
  PERFORM release(r);
  PERFORM notify_decided(r);
  -- A new key, so that no call of the member can have used it before.
  INSERT INTO commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, usd)
  VALUES (r.user_id, uuidv7(), '\x', 'expire', r.kind, r.user_id, r.id, r.amount_coins, r.bonus_coins, r.amount_usd);
  INSERT INTO audit_events (action, subject_id, detail)
  VALUES ('request_expired', r.user_id,
          jsonb_build_object('kind', r.kind, 'coins', trim_scale(r.amount_coins)::text, 'before', jsonb_build_object('status', 'pending'),
                             'after', jsonb_build_object('status', 'expired'), 'requestId', r.id));
END
$$;

-- Refuses to undo a movement by a correction that is not its opposite. p_reverses is NULL for a correction that undoes none.
CREATE OR REPLACE FUNCTION ledger.refuse_reversal(p_user uuid, p_coins numeric, p_reverses uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  reversed ledger.movements;
BEGIN
  IF p_reverses IS NULL THEN RETURN; END IF;
  SELECT * INTO reversed FROM ledger.movements m WHERE m.user_id = p_user AND m.id = p_reverses;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  IF reversed.amount <> abs(p_coins) OR p_user IS DISTINCT FROM (CASE WHEN p_coins > 0 THEN reversed.debit_id ELSE reversed.credit_id END)
     OR reversed.leg IN ('hold', 'release', 'owe', 'repay') OR reversed.leg LIKE 'reverse%' THEN
    PERFORM ledger.refuse('invalid_request');
  END IF;
  IF EXISTS (SELECT FROM ledger.reversals v WHERE v.user_id = p_user AND v.request_id = reversed.request_id) THEN
    PERFORM ledger.refuse('reversed_already');
  END IF;
END
$$;

-- Corrects a balance for an owner: p_coins above zero adds, below zero takes away. p_reverses names the movement that
-- it undoes. That movement moved as many coins of this member the other way, and it is reversed at most once.
CREATE OR REPLACE FUNCTION ledger.adjust(
  p_actor uuid, p_key uuid, p_user uuid, p_coins numeric, p_reason text, p_reverses uuid, p_session uuid DEFAULT NULL,
  OUT movement_id uuid, OUT replayed boolean
) LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner}';
  fingerprint bytea := sha256(convert_to(ROW('adjust', p_user, trim_scale(p_coins), p_reason, p_reverses)::text, 'UTF8'));
  is_credit boolean := p_coins > 0;
  rate numeric;
BEGIN
  PERFORM judge_administrator(p_actor, duties);
  IF p_actor = p_user THEN PERFORM refuse('forbidden'); END IF;
  IF coalesce(p_coins, 0) = 0 OR abs(p_coins) > 1000000000000 OR p_coins <> round(p_coins, 4)
     OR coalesce(trim(p_reason), '') = '' OR length(p_reason) > 500 THEN
    PERFORM refuse('invalid_request');
  END IF;
  IF NOT EXISTS (SELECT FROM accounts a WHERE a.user_id = p_user) THEN PERFORM refuse('not_found'); END IF;
  -- A reversal of the whole request takes the same lock.
  PERFORM FROM requests q WHERE q.user_id = p_user AND q.id = (SELECT m.request_id FROM movements m WHERE m.user_id = p_user AND m.id = p_reverses)
     FOR NO KEY UPDATE;
  -- Not NULL if the correction waits for a second owner. Then it has no movement yet.
  replayed := adjustment_waits(p_actor, p_key, fingerprint, p_user, p_coins, p_reason, p_reverses);
  IF replayed IS NOT NULL THEN
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN;
  END IF;
  movement_id := uuidv7();
  INSERT INTO commands (user_id, key, fingerprint, operation, subject_id, request_id, coins)
  VALUES (p_actor, p_key, fingerprint, CASE WHEN is_credit THEN 'adjust_in' ELSE 'adjust_out' END, p_user, movement_id, abs(p_coins))
  ON CONFLICT (user_id, key) DO NOTHING;
  IF NOT FOUND THEN
    SELECT c.request_id, c.replayed INTO movement_id, replayed FROM is_replay(p_actor, p_key, fingerprint) c;
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN;
  END IF;
  PERFORM refuse_reviewed(p_user);
  PERFORM refuse_reversal(p_user, p_coins, p_reverses);
  SELECT s.et_rate INTO rate FROM settings s;
  INSERT INTO movements (user_id, id, leg, debit_id, credit_id, amount, rate, reason, reverses_id)
  VALUES (p_user, movement_id, CASE WHEN is_credit THEN 'adjustment_in' ELSE 'adjustment_out' END,
          CASE WHEN NOT is_credit THEN p_user END, CASE WHEN is_credit THEN p_user END, abs(p_coins), rate, p_reason, p_reverses);
  PERFORM post(p_user, p_user, movement_id, CASE WHEN is_credit THEN 'ADJUSTMENT_IN' ELSE 'ADJUSTMENT_OUT' END, p_coins, 0, rate);
  IF is_credit THEN PERFORM repay(p_user, rate); ELSE PERFORM trim_maturing(p_user, p_reverses); END IF;
  PERFORM notify(p_user, 'balance_corrected', p_user, NULL, movement_id);
  PERFORM notify_repaid(p_user);
  PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
  replayed := false;
END
$$;

-- ledger.set_settings has taken its place.
DROP FUNCTION IF EXISTS ledger.set_terms(uuid, numeric, numeric, numeric, numeric, uuid, numeric);
