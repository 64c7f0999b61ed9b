-- The removal of what is older than its time. The server names the times, and these functions hold the shortest ones. Time alone
-- decides, so they have no caller to judge. Each removes a limited number, and returns what it removed.

-- Removes log-ins after so many days. The newest successful one of each account stays, because it tells a new device from the first.
CREATE OR REPLACE FUNCTION public.purge_logins(p_days integer, p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  removed integer;
BEGIN
  IF (p_days >= 30) IS NOT TRUE THEN PERFORM ledger.refuse('invalid_request'); END IF;
  PERFORM set_config('et.removing', 'login_history', true);
  DELETE FROM login_history d WHERE (d.user_id, d.id) IN (
    SELECT h.user_id, h.id FROM login_history h
     WHERE h.created_at < now() - make_interval(days => p_days)
       AND (h.status <> 'success'
            OR EXISTS (SELECT FROM login_history n WHERE n.user_id = h.user_id AND n.status = 'success' AND n.id > h.id))
     ORDER BY h.id LIMIT p_limit);
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('et.removing', '', true);
  RETURN removed;
END
$$;

-- Marks the files of requests that were decided so many days ago as removed, and returns their paths for the disk. A file stays as long as
-- another request has it, and while its member owes coins. The rows stay with their hashes.
CREATE OR REPLACE FUNCTION public.purge_slips(p_days integer, p_limit integer) RETURNS TABLE (path text, size_bytes integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  since constant timestamptz := now() - make_interval(days => p_days);
BEGIN
  IF (p_days >= 365) IS NOT TRUE THEN PERFORM ledger.refuse('invalid_request'); END IF;
  RETURN QUERY
  UPDATE uploads u SET removed_at = now() WHERE (u.user_id, u.id) IN (
    SELECT k.user_id, k.id FROM uploads k
     WHERE k.removed_at IS NULL AND k.created_at < since
       AND EXISTS (SELECT FROM requests_of_upload(k.user_id, k.id))
       AND NOT EXISTS (
         SELECT FROM requests_of_upload(k.user_id, k.id) q (id)
           JOIN ledger.requests r ON r.user_id = k.user_id AND r.id = q.id
           LEFT JOIN ledger.reversals v ON v.user_id = r.user_id AND v.request_id = r.id
          WHERE r.status = 'pending' OR coalesce(v.created_at, r.decided_at) >= since)
       AND ledger.debt_of(k.user_id) = 0
     ORDER BY k.created_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING u.path, u.size_bytes;
END
$$;

-- Returns the requests that have or had a file.
CREATE OR REPLACE FUNCTION public.requests_of_upload(p_user uuid, p_upload uuid) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT r.id FROM ledger.requests r WHERE r.user_id = p_user AND r.upload_id = p_upload
  UNION
  SELECT s.request_id FROM ledger.slip_requests s WHERE s.user_id = p_user AND s.former_upload_id = p_upload;
END
$$;
