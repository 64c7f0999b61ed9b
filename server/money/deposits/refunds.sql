-- Transfers that the operator has sent back. A refund is the use of a transfer, as a request that it pays is: the key of
-- ledger.allocations lets a transfer have one use, so what was sent back never pays, and what pays is never sent back.

-- Notes that the transaction p_refund_hash has sent a transfer back. The network is then asked for it, as for a payout.
CREATE OR REPLACE FUNCTION ledger.note_refund(
  p_actor uuid, p_hash text, p_log_index integer, p_refund_hash text, p_reason text, p_from text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  v_hash text := comparable_hash(p_refund_hash);
  t chain_transfers;
BEGIN
  IF (v_hash ~ '^[0-9a-f]{64}$') IS NOT TRUE THEN PERFORM refuse('payout_hash_not_valid'); END IF;
  IF coalesce(trim(p_reason), '') = '' OR length(p_reason) > 500 THEN PERFORM refuse('invalid_request'); END IF;
  SELECT * INTO t FROM chain_transfers c WHERE c.transaction_hash = p_hash AND c.log_index = p_log_index;
  IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
  -- A transaction that paid us, or pays a withdrawal, sends nothing back.
  IF EXISTS (SELECT FROM chain_transfers c WHERE c.transaction_hash = v_hash) OR EXISTS (SELECT FROM payout_events e WHERE e.hash = v_hash) THEN
    PERFORM refuse('refund_hash_used');
  END IF;
  INSERT INTO allocations (transaction_hash, log_index, refund_hash, reason, noted_by) VALUES (p_hash, p_log_index, v_hash, p_reason, p_actor);
  PERFORM ask_about(v_hash);
  INSERT INTO audit_events (actor_id, action, ip_address, detail)
  VALUES (p_actor, 'transfer_refunded', p_from,
          jsonb_build_object('usdt', trim_scale(t.units * 0.000001)::text, 'address', t.from_address, 'hash', t.transaction_hash,
                             'refundHash', v_hash, 'reason', p_reason));
END
$$;

-- For an owner or approver: notes that a transfer was sent back.
CREATE OR REPLACE FUNCTION ledger.refund_transfer(
  p_token text, p_from text, p_hash text, p_log_index integer, p_refund_hash text, p_reason text
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner, approver}';
  caller record;
BEGIN
  caller := find_session(p_token);
  PERFORM judge_administrator(caller.user_id, duties);
  PERFORM note_refund(caller.user_id, p_hash, p_log_index, p_refund_hash, p_reason, p_from);
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_duties => duties);
END
$$;
