-- An administrator who decides nothing any more looks at nothing and has nothing assigned.

CREATE OR REPLACE FUNCTION public.clear_desk() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM request_looks l WHERE l.administrator_id = NEW.id;
  DELETE FROM request_assignments a WHERE a.assignee_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER clear_desk AFTER UPDATE OF role, duty, status ON profiles FOR EACH ROW
  WHEN (OLD.role = 'admin' AND (NEW.role <> 'admin' OR NEW.status <> 'Active' OR NEW.duty NOT IN ('owner', 'approver')))
  EXECUTE FUNCTION public.clear_desk();
