-- Removes the records of a member's uploads that no request has used, now or before, for two days, and of files of the chat that no
-- message has. Time alone decides, so the function has no caller to judge. A submit or a message under way holds the record of its
-- file, which is then skipped. If the submit has just ended, the foreign key of the request refuses the removal.
CREATE OR REPLACE FUNCTION public.purge_uploads(p_user uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM uploads d WHERE d.user_id = p_user AND d.id IN (
    SELECT u.id FROM uploads u
     WHERE u.user_id = p_user AND u.created_at < now() - interval '2 days'
       AND NOT EXISTS (SELECT FROM ledger.requests r WHERE r.user_id = u.user_id AND r.upload_id = u.id)
       AND NOT EXISTS (SELECT FROM ledger.slip_requests s WHERE s.user_id = u.user_id AND s.former_upload_id = u.id)
       FOR UPDATE SKIP LOCKED);
  DELETE FROM chat_files d WHERE d.user_id = p_user AND d.id IN (
    SELECT f.id FROM chat_files f
     WHERE f.user_id = p_user AND f.created_at < now() - interval '2 days' AND f.message_id IS NULL
       FOR UPDATE SKIP LOCKED);
END
$$;
