-- The rules for great worth, as owners change them. A rule itself changes only with a second administrator. No rule can
-- switch that off.

-- Adds, changes or removes one rule for an owner, or proposes it: then returns true. p_values has overUsd and holdHours as the
-- shortest texts of their numbers; NULL removes the rule.
CREATE OR REPLACE FUNCTION ledger.set_policy(
  p_actor uuid, p_session uuid, p_subject text, p_scope text, p_outcome text, p_values jsonb, p_reason text, p_address text
) RETURNS boolean LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner}';
  rule constant jsonb := jsonb_build_object('subject', p_subject, 'scope', p_scope, 'outcome', p_outcome);
  none constant jsonb := '{"overUsd": null, "holdHours": null}';
  before jsonb;
  after jsonb := rule || coalesce(p_values, none);
  waits boolean := false;
BEGIN
  PERFORM judge_administrator(p_actor, duties);
  IF coalesce(trim(p_reason), '') = '' OR length(p_reason) > 500 THEN PERFORM refuse('invalid_request'); END IF;
  PERFORM lock_changes();
  SELECT rule || jsonb_build_object('overUsd', trim_scale(p.over_usd)::text, 'holdHours', p.hold_hours::text) INTO before
    FROM policies p WHERE (p.subject, p.scope, p.outcome) = (p_subject, p_scope, p_outcome);
  before := coalesce(before, rule || none);
  IF before <> after THEN
    waits := change_waits(p_actor, '{policy}', 'policy', jsonb_build_array(before, after)::text, NULL, before, after, p_reason, p_address);
    IF NOT waits THEN
      DELETE FROM policies p WHERE (p.subject, p.scope, p.outcome) = (p_subject, p_scope, p_outcome);
      INSERT INTO policies (subject, scope, outcome, over_usd, hold_hours)
      SELECT p_subject, p_scope, p_outcome, (p_values ->> 'overUsd')::numeric, (p_values ->> 'holdHours')::integer WHERE p_values IS NOT NULL;
      INSERT INTO audit_events (actor_id, action, ip_address, detail)
      VALUES (p_actor, 'policy_changed', p_address, jsonb_build_object('before', before, 'after', after, 'reason', p_reason));
    END IF;
  END IF;
  PERFORM judge_caller(p_actor, p_session, 'admin', p_duties => duties);
  RETURN waits;
END
$$;

-- The same for the owner with the session of this token.
CREATE OR REPLACE FUNCTION ledger.change_policy(
  p_token text, p_subject text, p_scope text, p_outcome text, p_values jsonb, p_reason text, p_address text
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  RETURN set_policy(caller.user_id, caller.session_id, p_subject, p_scope, p_outcome, p_values, p_reason, p_address);
END
$$;
