-- Another slip for a buy. An administrator who cannot read the slip asks, and the member sends another one or corrects the hash.
-- The request stays pending. A decision names the slip that it saw by its revision, so no administrator decides about another one.

-- The moment from which the days until a buy expires are counted: since the member is asked, or since the platform is at work.
CREATE OR REPLACE FUNCTION ledger.waits_since(r ledger.requests) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN coalesce(r.slip_asked_at, r.clock_from, r.created_at);
END
$$;

-- Locks a pending request, so that its slip stays while it is judged, and refuses if the slip is another one than the caller saw.
CREATE OR REPLACE FUNCTION ledger.refuse_other_slip(p_user uuid, p_request uuid, p_revision integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  current integer;
BEGIN
  SELECT q.slip_revision INTO current FROM ledger.requests q
   WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending' FOR NO KEY UPDATE;
  IF current <> p_revision THEN PERFORM ledger.refuse('slip_replaced'); END IF;
END
$$;

-- Locks the buy with the slip that is requested or replaced. Refuses if there is none, if it is decided, or if an administrator has
-- approved it as the first of two, because the second one has to approve the same.
CREATE OR REPLACE FUNCTION ledger.lock_open_buy(p_user uuid, p_request uuid) RETURNS ledger.requests LANGUAGE plpgsql AS $$
DECLARE
  r ledger.requests;
BEGIN
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  CASE r.kind
  WHEN 'buy' THEN NULL;
  WHEN 'withdrawal', 'transfer' THEN PERFORM ledger.refuse('not_found');
  END CASE;
  IF r.status <> 'pending' THEN PERFORM ledger.refuse('already_processed', r.status); END IF;
  IF r.first_approved_at IS NOT NULL THEN PERFORM ledger.refuse('slip_approved_already'); END IF;
  RETURN r;
END
$$;

-- Asks the member for another slip, for an administrator who answers members. p_reason: the member reads it. p_revision: the slip that
-- the administrator saw.
CREATE OR REPLACE FUNCTION ledger.note_slip_request(
  p_actor uuid, p_user uuid, p_request uuid, p_reason text, p_revision integer, p_address text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  r requests;
  asked uuid;
BEGIN
  IF p_actor = p_user THEN PERFORM refuse('forbidden'); END IF;
  r := lock_open_buy(p_user, p_request);
  IF r.slip_revision <> p_revision THEN PERFORM refuse('slip_replaced'); END IF;
  IF r.slip_asked_at IS NOT NULL THEN PERFORM refuse('slip_asked_already'); END IF;
  INSERT INTO slip_requests (user_id, request_id, number, administrator_id, reason)
  SELECT p_user, p_request, count(*) + 1, p_actor, p_reason FROM slip_requests s WHERE s.user_id = p_user AND s.request_id = p_request
  RETURNING id INTO asked;
  UPDATE requests q SET slip_asked_at = now(), updated_at = now() WHERE q.user_id = p_user AND q.id = p_request;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, 'slip_asked', p_user, p_address, jsonb_build_object(
            'kind', r.kind, 'coins', trim_scale(r.amount_coins)::text, 'reason', p_reason, 'requestId', p_request));
  PERFORM notify(p_user, 'slip_asked', p_user, p_request, asked);
END
$$;

-- Puts another slip, another hash or both on a buy for its member, who was asked. p_upload: the file; NULL to keep the one that is there.
-- p_hash: the hash from now on; NULL for none.
CREATE OR REPLACE FUNCTION ledger.note_slip(p_user uuid, p_request uuid, p_upload uuid, p_hash text) RETURNS void
LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  r requests;
  moment timestamptz := now();
BEGIN
  r := lock_open_buy(p_user, p_request);
  IF r.slip_asked_at IS NULL THEN PERFORM refuse('slip_not_asked'); END IF;
  IF coalesce(p_upload, r.upload_id) IS NOT DISTINCT FROM r.upload_id AND p_hash IS NOT DISTINCT FROM r.transaction_hash THEN
    PERFORM refuse('slip_unchanged');
  END IF;
  PERFORM refuse_former_slip(p_user, p_upload);
  UPDATE slip_requests s
     SET answered_at = moment, former_hash = r.transaction_hash,
         former_upload_id = CASE WHEN p_upload <> r.upload_id THEN r.upload_id END
   WHERE s.user_id = p_user AND s.request_id = p_request AND s.answered_at IS NULL;
  UPDATE requests q
     SET upload_id = coalesce(p_upload, q.upload_id), transaction_hash = p_hash, slip_revision = q.slip_revision + 1, slip_asked_at = NULL,
         clock_from = coalesce(q.clock_from, q.created_at) + (moment - q.slip_asked_at), updated_at = moment
   WHERE q.user_id = p_user AND q.id = p_request;
END
$$;

-- Refuses a file that was the slip of a request before.
CREATE OR REPLACE FUNCTION ledger.refuse_former_slip(p_user uuid, p_upload uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM ledger.slip_requests s WHERE s.user_id = p_user AND s.former_upload_id = p_upload) THEN
    PERFORM ledger.refuse('upload_already_used');
  END IF;
END
$$;

-- Lets an administrator ask, by the token of the session.
CREATE OR REPLACE FUNCTION ledger.ask_for_slip(p_token text, p_from text, p_user uuid, p_request uuid, p_reason text, p_revision integer)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner, approver, support}';
  caller record;
BEGIN
  caller := find_session(p_token);
  PERFORM judge_administrator(caller.user_id, duties);
  PERFORM note_slip_request(caller.user_id, p_user, p_request, p_reason, p_revision, p_from);
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_duties => duties);
END
$$;

-- Lets a member answer, by the token of the session.
CREATE OR REPLACE FUNCTION ledger.replace_slip(p_token text, p_request uuid, p_upload uuid, p_hash text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  PERFORM note_slip(caller.user_id, p_request, p_upload, p_hash);
  PERFORM judge_caller(caller.user_id, caller.session_id, 'user');
END
$$;

-- The files that were replaced on a buy, in the form of ledger.payment_proofs. An approval claims them, too, so that the same payment
-- does not pay once more with the file that was hard to read. A hash that was corrected may be the payment of another member.
CREATE OR REPLACE VIEW ledger.former_proofs AS
SELECT s.user_id, s.request_id, 'same_file' AS kind, d.digest
  FROM ledger.slip_requests s JOIN public.uploads u ON u.user_id = s.user_id AND u.id = s.former_upload_id
 CROSS JOIN LATERAL (VALUES (u.sha256), (u.original_sha256)) AS d (digest)
 WHERE d.digest IS NOT NULL;
