-- Removes the records of a member's uploads that no request has used, now or before, for so many days, and of files of the chat that no
-- message has. Time alone decides, so the function has no caller to judge. A submit or a message under way holds the record of its
-- file, which is then skipped. If the submit has just ended, the foreign key of the request refuses the removal.
DROP FUNCTION IF EXISTS public.purge_uploads(uuid);
CREATE OR REPLACE FUNCTION public.purge_uploads(p_user uuid, p_days integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (p_days >= 2) IS NOT TRUE THEN PERFORM ledger.refuse('invalid_request'); END IF;
  DELETE FROM uploads d WHERE d.user_id = p_user AND d.id IN (
    SELECT u.id FROM uploads u
     WHERE u.user_id = p_user AND u.created_at < now() - make_interval(days => p_days)
       AND NOT EXISTS (SELECT FROM ledger.requests r WHERE r.user_id = u.user_id AND r.upload_id = u.id)
       AND NOT EXISTS (SELECT FROM ledger.slip_requests s WHERE s.user_id = u.user_id AND s.former_upload_id = u.id)
       FOR UPDATE SKIP LOCKED);
  DELETE FROM chat_files d WHERE d.user_id = p_user AND d.id IN (
    SELECT f.id FROM chat_files f
     WHERE f.user_id = p_user AND f.created_at < now() - make_interval(days => p_days) AND f.message_id IS NULL
       FOR UPDATE SKIP LOCKED);
END
$$;

-- Notes the path of a file when any statement removes its row, so that its bytes stay as long as a backup may name them.
CREATE OR REPLACE FUNCTION public.note_removed_file() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO removed_files (user_id, path) VALUES (OLD.user_id, OLD.path)
  ON CONFLICT (user_id, path) DO UPDATE SET removed_at = excluded.removed_at;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_removed_file AFTER DELETE ON uploads FOR EACH ROW EXECUTE FUNCTION note_removed_file();
CREATE OR REPLACE TRIGGER note_removed_file AFTER DELETE ON chat_files FOR EACH ROW EXECUTE FUNCTION note_removed_file();
