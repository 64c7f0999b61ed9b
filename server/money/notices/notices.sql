-- Notices to members. Each is written in the transaction of its event, so none is lost and none tells of what was undone.
-- The box of a member is locked after the accounts. An event for two members takes their boxes in ascending order.

-- True if the member wants a mail about notices of this kind. The mails about payouts have the hash, so the server writes them where it
-- is recorded.
CREATE OR REPLACE FUNCTION ledger.wants_mail(p_user uuid, p_kind text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted public.mail_preferences;
BEGIN
  IF p_kind NOT IN ('request_approved', 'request_rejected', 'request_reversed', 'transfer_reversed', 'reward_reversed', 'balance_corrected', 'coins_received', 'reward_received', 'slip_asked') THEN
    RETURN false;
  END IF;
  SELECT * INTO wanted FROM public.mail_preferences p WHERE p.user_id = p_user;
  RETURN coalesce(CASE p_kind WHEN 'coins_received' THEN wanted.coins WHEN 'reward_received' THEN wanted.rewards ELSE wanted.decisions END,
                  true);
END
$$;

-- Adds one notice, its mail if the member wants it, and a wake-up of the member's browsers that ask for one. Its number is the next one of the member.
CREATE OR REPLACE FUNCTION ledger.notify(p_user uuid, p_kind text, p_owner uuid, p_request uuid, p_source uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  newest bigint;
BEGIN
  INSERT INTO public.notice_boxes AS b (user_id, last_number) VALUES (p_user, 1)
  ON CONFLICT (user_id) DO UPDATE SET last_number = b.last_number + 1 RETURNING b.last_number INTO newest;
  INSERT INTO public.notices (user_id, number, kind, owner_id, request_id, source_id)
  VALUES (p_user, newest, p_kind, p_owner, p_request, p_source);
  IF ledger.wants_mail(p_user, p_kind) THEN INSERT INTO public.notice_mails (user_id, number) VALUES (p_user, newest); END IF;
  IF EXISTS (SELECT FROM public.push_subscriptions s WHERE s.user_id = p_user) THEN
    INSERT INTO public.push_wakes (user_id) VALUES (p_user) ON CONFLICT (user_id) DO UPDATE SET due_at = now(), attempts = 0;
  END IF;
END
$$;

-- Tells the member of a decided request, and the person whom it has paid: the recipient of a transfer, or the referrer.
CREATE OR REPLACE FUNCTION ledger.notify_decided(r ledger.requests, p_reward numeric DEFAULT 0) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  other uuid;
  other_kind text := CASE WHEN p_reward > 0 THEN 'reward_received' ELSE 'coins_received' END;
BEGIN
  IF p_reward > 0 THEN
    other := (SELECT p.referred_by_id FROM public.profiles p WHERE p.id = r.user_id);
  ELSIF r.status = 'approved' THEN
    other := r.recipient_id;
  END IF;
  IF other < r.user_id THEN
    PERFORM ledger.notify(other, other_kind, r.user_id, r.id, r.id);
    PERFORM ledger.notify_repaid(other);
  END IF;
  PERFORM ledger.notify(r.user_id, 'request_' || r.status, r.user_id, r.id, r.id);
  PERFORM ledger.notify_repaid(r.user_id);
  IF other > r.user_id THEN
    PERFORM ledger.notify(other, other_kind, r.user_id, r.id, r.id);
    PERFORM ledger.notify_repaid(other);
  END IF;
END
$$;

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON notices FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change_but_closing();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON notices EXECUTE FUNCTION ledger.forbid_change();
