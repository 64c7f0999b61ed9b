-- A payment proves one buy. An approval claims the digests of the file and of the transaction hash that its member sent. If
-- another approved buy has claimed one of them, the approval needs a reason, which stays on record.

-- The digests of each deposit: of its file as it is kept and as it was sent, and of its transaction hash in any spelling.
CREATE OR REPLACE VIEW ledger.payment_proofs AS
SELECT r.user_id, r.id AS request_id, p.kind, p.digest
  FROM ledger.requests r LEFT JOIN public.uploads u ON u.user_id = r.user_id AND u.id = r.upload_id
 CROSS JOIN LATERAL unnest(
   ARRAY['same_file', 'same_file', 'same_transaction_hash'],
   ARRAY[u.sha256, u.original_sha256, sha256(convert_to('transaction ' || ledger.comparable_hash(r.transaction_hash), 'UTF8'))]) p (kind, digest)
 WHERE ledger.policy_subject(r.kind) = 'deposit' AND p.digest IS NOT NULL;

-- Returns the approved buys that have claimed a proof of this request, one of each kind.
CREATE OR REPLACE FUNCTION ledger.earlier_uses(p_user uuid, p_request uuid)
RETURNS TABLE (kind text, member_id uuid, request_id uuid) LANGUAGE plpgsql STABLE ROWS 2 AS $$
BEGIN
  RETURN QUERY SELECT DISTINCT ON (p.kind) p.kind, u.member_id, u.request_id
    FROM ledger.payment_proofs p JOIN ledger.used_proofs u ON u.digest = p.digest
   WHERE p.user_id = p_user AND p.request_id = p_request AND (u.member_id, u.request_id) <> (p_user, p_request)
   ORDER BY p.kind, u.request_id;
END
$$;

-- Refuses to approve a buy with a used proof without a reason, and puts the reason on record. A reason without need is left.
CREATE OR REPLACE FUNCTION ledger.judge_reuse(p_actor uuid, r ledger.requests, p_reason text, p_address text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  uses jsonb;
BEGIN
  -- A statement of its own: it sees the proofs that an approval has claimed while this call waited for it.
  uses := (SELECT jsonb_agg(to_jsonb(e)) FROM ledger.earlier_uses(r.user_id, r.id) e);
  IF uses IS NULL THEN RETURN; END IF;
  IF p_reason IS NULL THEN PERFORM ledger.refuse('payment_used_before'); END IF;
  INSERT INTO ledger.reuse_reasons (user_id, request_id, administrator_id, kind, earlier_member_id, earlier_request_id, reason)
  SELECT r.user_id, r.id, p_actor, e.kind, e.member_id, e.request_id, p_reason
    FROM jsonb_to_recordset(uses) AS e (kind text, member_id uuid, request_id uuid);
  INSERT INTO public.audit_events (actor_id, action, subject_id, ip_address, detail)
  SELECT p_actor, 'reuse_approved', r.user_id, p_address,
         jsonb_build_object('requestId', r.id, 'reason', p_reason, 'evidence', e.kind, 'earlierRequestId', e.request_id)
    FROM jsonb_to_recordset(uses) AS e (kind text, member_id uuid, request_id uuid);
END
$$;

-- Claims the proofs of a buy for its approval, also those that were replaced, and judges the present ones that are claimed already. The unique key lets the second of two
-- approvals wait for the first. Both claim in the same order, so that they do not wait for each other.
CREATE OR REPLACE FUNCTION ledger.claim_proofs(p_actor uuid, r ledger.requests, p_reason text, p_address text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  digests constant bytea[] := ARRAY(SELECT p.digest FROM ledger.payment_proofs p WHERE p.user_id = r.user_id AND p.request_id = r.id);
BEGIN
  LOOP
    INSERT INTO ledger.used_proofs (digest, kind, member_id, request_id)
    SELECT p.digest, p.kind, p.user_id, p.request_id
      FROM (SELECT * FROM ledger.payment_proofs UNION ALL SELECT * FROM ledger.former_proofs) p
     WHERE p.user_id = r.user_id AND p.request_id = r.id ORDER BY p.digest
    ON CONFLICT (digest) DO NOTHING;
    -- A reversal may free what another buy has claimed. It waits for this approval, or this approval claims what is free.
    PERFORM FROM ledger.used_proofs u WHERE u.digest = ANY (digests) ORDER BY u.digest FOR SHARE;
    EXIT WHEN (SELECT count(*) FROM ledger.used_proofs u WHERE u.digest = ANY (digests)) = (SELECT count(DISTINCT d) FROM unnest(digests) d);
  END LOOP;
  PERFORM ledger.judge_reuse(p_actor, r, p_reason, p_address);
END
$$;
