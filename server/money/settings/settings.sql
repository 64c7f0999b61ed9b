-- The settings that owners change. Those that make coins cheaper or dearer, the limits and the deposit address need a second
-- administrator. The operator's name and the simulated movement do not.

-- Returns the subject of the rules for a setting: NULL for one that needs no second administrator. Refuses other names.
CREATE OR REPLACE FUNCTION ledger.settings_subject(p_name text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  CASE
  WHEN p_name IN ('et_rate', 'topup_coin_price', 'referral_percentage', 'step_up_usd', 'request_limit_usd', 'hold_hours', 'maturity_days',
                   'package_gain_max', 'unique_amounts') THEN RETURN 'settings';
  -- Approvals without a person always need a second owner, even if no rule asks for one.
  WHEN p_name IN ('automatic_approval', 'automatic_approval_usd', 'automatic_approval_day_usd') THEN RETURN 'policy';
  WHEN p_name IN ('deposit_network', 'deposit_address', 'deposit_instructions') THEN RETURN 'deposit_address';
  WHEN p_name IN ('operator_name', 'operator_address', 'operator_email', 'simulated_movement') THEN RETURN NULL;
  ELSE PERFORM ledger.refuse('invalid_request');
  END CASE;
END
$$;

-- Changes settings for an owner, or proposes the change: then returns true. p_changes has the new values by name, numbers as
-- their shortest text. Refuses if p_revision is no longer the current one. A new rate enters the history. The terms of
-- existing requests stay.
CREATE OR REPLACE FUNCTION ledger.set_settings(p_actor uuid, p_session uuid, p_revision integer, p_changes jsonb, p_address text)
RETURNS boolean LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner}';
  current settings;
  next settings;
  before jsonb;
  subjects text[];
BEGIN
  PERFORM judge_administrator(p_actor, duties);
  PERFORM lock_changes();
  SELECT * INTO current FROM settings s FOR NO KEY UPDATE;
  IF current.revision <> p_revision THEN PERFORM refuse('edited_meanwhile'); END IF;
  before := plain_values(to_jsonb(current), p_changes);
  SELECT array_agg(DISTINCT settings_subject(n.name)) FILTER (WHERE settings_subject(n.name) IS NOT NULL) INTO subjects
    FROM jsonb_object_keys(p_changes) n(name);
  IF subjects IS NOT NULL
     AND change_waits(p_actor, subjects, 'settings', p_changes::text, NULL, before, p_changes, NULL, p_address) THEN
    PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
    RETURN true;
  END IF;
  next := jsonb_populate_record(current, p_changes);
  UPDATE settings s
     SET et_rate = next.et_rate, topup_coin_price = next.topup_coin_price, referral_percentage = next.referral_percentage,
         step_up_usd = next.step_up_usd, request_limit_usd = next.request_limit_usd, hold_hours = next.hold_hours,
         maturity_days = next.maturity_days, package_gain_max = next.package_gain_max, unique_amounts = next.unique_amounts,
         automatic_approval = next.automatic_approval, automatic_approval_usd = next.automatic_approval_usd,
         automatic_approval_day_usd = next.automatic_approval_day_usd,
         deposit_network = next.deposit_network, deposit_address = next.deposit_address, deposit_instructions = next.deposit_instructions,
         operator_name = next.operator_name, operator_address = next.operator_address, operator_email = next.operator_email,
         simulated_movement = next.simulated_movement, revision = s.revision + 1, updated_at = now();
  IF next.et_rate <> current.et_rate THEN
    INSERT INTO rate_changes (actor_id, old_rate, new_rate) VALUES (p_actor, current.et_rate, next.et_rate);
  END IF;
  INSERT INTO audit_events (actor_id, action, ip_address, detail)
  SELECT p_actor, a.action, p_address,
         jsonb_build_object('before', jsonb_object_agg(n.name, before -> n.name), 'after', jsonb_object_agg(n.name, p_changes -> n.name))
    FROM jsonb_object_keys(p_changes) n(name)
   CROSS JOIN LATERAL (SELECT CASE WHEN n.name = 'et_rate' THEN 'rate_changed'
                                   WHEN settings_subject(n.name) = 'deposit_address' THEN 'deposit_changed' ELSE 'settings_changed' END) a(action)
   GROUP BY a.action ORDER BY a.action = 'settings_changed', a.action = 'deposit_changed';
  PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
  RETURN false;
END
$$;

-- The same for the owner with the session of this token.
CREATE OR REPLACE FUNCTION ledger.change_settings(p_token text, p_revision integer, p_changes jsonb, p_address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  RETURN set_settings(caller.user_id, caller.session_id, p_revision, p_changes, p_address);
END
$$;
