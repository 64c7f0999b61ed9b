-- The packages, as owners change them. A package that gives much more than it costs needs a second administrator.

-- True if a buyer and their referrer together get more for a package than the settings allow without a second administrator.
-- A package without a price is not sold.
CREATE OR REPLACE FUNCTION ledger.gives_too_much(p_coins numeric, p_price numeric, p_bonus numeric) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  cost numeric := round(p_coins * p_price, 2);
BEGIN
  RETURN cost > 0 AND EXISTS (
    SELECT FROM public.settings s
     WHERE ledger.worth(0, p_coins + trunc(p_coins * p_bonus / 100, 4) + trunc(p_coins * s.referral_percentage / 100, 4), s.et_rate)
           > cost * s.package_gain_max);
END
$$;

-- Adds a package for an owner if p_id is NULL, or changes one. p_values has the editable columns by name, numbers as their
-- shortest text. Returns the package, or waits if the change was proposed.
CREATE OR REPLACE FUNCTION ledger.set_package(
  p_actor uuid, p_session uuid, p_id uuid, p_revision integer, p_values jsonb, p_address text, OUT package_id uuid, OUT waits boolean
) LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner}';
  current packages;
  next packages;
  before jsonb;
  after jsonb := p_values;
BEGIN
  PERFORM judge_administrator(p_actor, duties);
  PERFORM lock_changes();
  package_id := p_id;
  waits := false;
  IF p_id IS NOT NULL THEN
    SELECT * INTO current FROM packages k WHERE k.id = p_id AND k.deleted_at IS NULL FOR NO KEY UPDATE;
    IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
    IF current.revision <> p_revision THEN PERFORM refuse('edited_meanwhile'); END IF;
    before := plain_values(to_jsonb(current), p_values);
    SELECT jsonb_object_agg(v.key, v.value), jsonb_object_agg(v.key, before -> v.key) INTO after, before
      FROM jsonb_each(p_values) v WHERE v.value IS DISTINCT FROM before -> v.key;
  END IF;
  next := jsonb_populate_record(current, p_values);
  IF after IS NOT NULL AND gives_too_much(next.min_coin_purchase, next.coin_price, next.bonus_percentage) THEN
    waits := change_waits(
      p_actor, '{package}', 'package', jsonb_build_array(p_id, p_revision, p_values)::text, NULL, before,
      jsonb_build_object('packageId', p_id, 'revision', p_revision, 'values', p_values), NULL, p_address);
  END IF;
  IF after IS NULL OR waits THEN
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN;
  END IF;
  IF p_id IS NULL THEN
    INSERT INTO packages (package_name, min_coin_purchase, coin_price, bonus_percentage, withdrawal_time, withdrawal_rules, icon)
    VALUES (next.package_name, next.min_coin_purchase, next.coin_price, next.bonus_percentage, next.withdrawal_time,
            next.withdrawal_rules, next.icon) RETURNING id INTO package_id;
  ELSE
    UPDATE packages k
       SET package_name = next.package_name, min_coin_purchase = next.min_coin_purchase, coin_price = next.coin_price,
           bonus_percentage = next.bonus_percentage, withdrawal_time = next.withdrawal_time, withdrawal_rules = next.withdrawal_rules,
           icon = next.icon, revision = k.revision + 1
     WHERE k.id = p_id;
  END IF;
  INSERT INTO audit_events (actor_id, action, ip_address, detail)
  VALUES (p_actor, CASE WHEN p_id IS NULL THEN 'package_created' ELSE 'package_updated' END, p_address,
          jsonb_build_object('package_id', package_id, 'package_name', next.package_name, 'after', after)
          || CASE WHEN p_id IS NULL THEN '{}' ELSE jsonb_build_object('before', before) END);
  PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
END
$$;

-- The same for the owner with the session of this token.
CREATE OR REPLACE FUNCTION ledger.save_package(
  p_token text, p_id uuid, p_revision integer, p_values jsonb, p_address text, OUT package_id uuid, OUT waits boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
  done record;
BEGIN
  caller := find_session(p_token);
  done := set_package(caller.user_id, caller.session_id, p_id, p_revision, p_values, p_address);
  package_id := done.package_id;
  waits := done.waits;
END
$$;

-- Removes a package for an owner if nothing refers to it. Any other package leaves every list, but its row stays.
CREATE OR REPLACE FUNCTION ledger.delete_package(p_token text, p_id uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  -- The lock keeps new references to the package away while this function looks for references.
  PERFORM FROM packages k WHERE k.id = p_id AND k.deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
  IF EXISTS (SELECT FROM profiles p WHERE p.package_id = p_id) OR EXISTS (SELECT FROM requests r WHERE r.package_id = p_id) THEN
    UPDATE packages SET deleted_at = now() WHERE id = p_id;
  ELSE
    DELETE FROM packages WHERE id = p_id;
  END IF;
  PERFORM judge_session(p_token, 'admin', '{owner}');
END
$$;

-- Adds four packages to an installation that has none. The operator may change them.
CREATE OR REPLACE FUNCTION ledger.seed_packages() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  -- Two servers may start at the same moment.
  LOCK TABLE packages IN SHARE ROW EXCLUSIVE MODE;
  IF EXISTS (SELECT FROM packages) THEN RETURN; END IF;
  INSERT INTO packages (package_name, min_coin_purchase, coin_price, bonus_percentage, withdrawal_time, icon, withdrawal_rules)
  SELECT v.*, 'In multiples of 1,000 ET, to the wallet address of your profile.'
    FROM (VALUES ('Shield', 10000, 0.01, 5, '48 hours', 'Shield'), ('Gold', 25000, 0.01, 10, '24 hours', 'Crown'),
                 ('Diamond', 50000, 0.01, 15, '12 hours', 'Gem'), ('Platinum', 100000, 0.01, 20, '6 hours', 'Star')) v;
END
$$;
