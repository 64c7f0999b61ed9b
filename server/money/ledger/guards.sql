-- Triggers that keep history as it was written, also against the owner of the tables.

-- Refuses a change of history. Privileges already keep the application from it; this stops the owner, too.
CREATE OR REPLACE FUNCTION ledger.forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END
$$;

-- Returns the account that this transaction closes; NULL in every other one. public.close_due_account alone names it.
CREATE OR REPLACE FUNCTION ledger.closing_account() RETURNS uuid LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT c.user_id FROM public.account_closures c
           WHERE c.user_id = nullif(current_setting('et.closing_account', true), '')::uuid AND c.outcome IS NULL AND c.closes_at <= now());
END
$$;

-- Refuses a change of a member's history, and its removal before the account is closed or the time of public.purge_logins is over.
CREATE OR REPLACE FUNCTION ledger.forbid_change_but_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (OLD.user_id = ledger.closing_account() OR current_setting('et.removing', true) = TG_TABLE_NAME) THEN RETURN OLD; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END
$$;

-- Keeps the entries of the audit log. When an account is closed, its network addresses and personal values leave them.
CREATE OR REPLACE FUNCTION ledger.guard_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen public.audit_events := NEW;
BEGIN
  frozen.ip_address := OLD.ip_address;
  frozen.detail := OLD.detail;
  IF TG_OP = 'UPDATE' AND ledger.closing_account() IN (OLD.actor_id, OLD.subject_id) AND frozen IS NOT DISTINCT FROM OLD THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '42501';
END
$$;

-- Lets a request leave pending once, and lets nothing change but the decision. Before it, the time of a first approval is
-- noted once, and another slip of a buy is requested and comes.
CREATE OR REPLACE FUNCTION ledger.guard_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen ledger.requests := NEW;
BEGIN
  IF OLD.status = 'pending' AND NEW.status = 'pending' AND OLD.first_approved_at IS NULL THEN
    frozen.first_approved_at := NULL;
    frozen.slip_asked_at := OLD.slip_asked_at;
    frozen.clock_from := OLD.clock_from;
    frozen.updated_at := OLD.updated_at;
    -- The slip changes only while another one is requested, and with its revision.
    IF OLD.slip_asked_at IS NOT NULL AND NEW.slip_asked_at IS NULL AND NEW.slip_revision = OLD.slip_revision + 1 THEN
      frozen.slip_revision := OLD.slip_revision;
      frozen.upload_id := OLD.upload_id;
      frozen.transaction_hash := OLD.transaction_hash;
    END IF;
    IF frozen IS NOT DISTINCT FROM OLD AND NEW IS DISTINCT FROM OLD THEN RETURN NEW; END IF;
    frozen := NEW;
  END IF;
  frozen.status := OLD.status;
  frozen.decided_by := OLD.decided_by;
  frozen.decided_at := OLD.decided_at;
  frozen.admin_notes := OLD.admin_notes;
  frozen.updated_at := OLD.updated_at;
  frozen.received_units := OLD.received_units;
  frozen.credited_coins := OLD.credited_coins;
  frozen.credited_usd := OLD.credited_usd;
  frozen.earlier_package_id := OLD.earlier_package_id;
  IF OLD.status <> 'pending' OR NEW.status = 'pending' OR frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'a request changes once, and only by its decision' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;

-- Keeps the use of a payment, until the request that used it is reversed.
CREATE OR REPLACE FUNCTION ledger.guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_row constant jsonb := to_jsonb(OLD);
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.reversals v WHERE v.user_id = coalesce(v_row ->> 'user_id', v_row ->> 'member_id')::uuid
                                                  AND v.request_id = (v_row ->> 'request_id')::uuid) THEN
    RAISE EXCEPTION 'a payment is freed by a reversal only' USING ERRCODE = '42501';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

-- Lets the answer to a question for another slip be noted once.
CREATE OR REPLACE FUNCTION ledger.guard_slip_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen ledger.slip_requests := NEW;
BEGIN
  frozen.answered_at := NULL;
  frozen.former_upload_id := NULL;
  frozen.former_hash := NULL;
  IF OLD.answered_at IS NOT NULL OR frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'slip_requests changes once, and only by its answer' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER guard_change BEFORE UPDATE ON ledger.requests FOR EACH ROW EXECUTE FUNCTION ledger.guard_request();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.requests FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.requests EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.accounts EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.maturing FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.maturing EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.movements FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.movements EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.lines FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.lines EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.commands FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.commands EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION ledger.guard_audit_event();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON audit_events EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON login_history FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change_but_closing();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON login_history EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON rate_changes FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON rate_changes EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON deposit_changes FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON deposit_changes EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON wallet_changes FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change_but_closing();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON wallet_changes EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.approvals FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.approvals EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE ON ledger.allocations FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER freed_by_reversal BEFORE DELETE ON ledger.allocations FOR EACH ROW EXECUTE FUNCTION ledger.guard_payment();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.allocations EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.automatic_approvals FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.automatic_approvals EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.used_proofs FOR EACH ROW EXECUTE FUNCTION ledger.guard_payment();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.used_proofs EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.reuse_reasons FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.reuse_reasons EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.reversals FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.reversals EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER answered_once BEFORE UPDATE ON ledger.slip_requests FOR EACH ROW EXECUTE FUNCTION ledger.guard_slip_request();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.slip_requests FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.slip_requests EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON admin_notes FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON admin_notes EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.debts FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.debts EXECUTE FUNCTION ledger.forbid_change();
