-- The rules of passkeys, and what a second factor is.

-- True if an account has a second factor: an authenticator app or a passkey.
CREATE OR REPLACE FUNCTION public.has_two_factor(p_user uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
RETURN EXISTS (SELECT FROM public.two_factor f WHERE f.user_id = p_user) OR EXISTS (SELECT FROM public.passkeys k WHERE k.user_id = p_user);

-- Refuses more than ten passkeys of an account. Passkeys that are added at once wait here for each other.
CREATE OR REPLACE FUNCTION public.limit_passkeys() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM credentials c WHERE c.user_id = NEW.user_id FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM passkeys k WHERE k.user_id = NEW.user_id) >= 10 THEN PERFORM ledger.refuse('passkeys_full'); END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER limit_passkeys BEFORE INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION limit_passkeys();

-- Refuses a count of uses that does not grow: another device may hold a copy of the key.
CREATE OR REPLACE FUNCTION public.count_passkey_uses() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.counter <= OLD.counter AND (NEW.counter, OLD.counter) <> (0, 0) THEN PERFORM ledger.refuse('passkey_wrong'); END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER count_passkey_uses BEFORE UPDATE OF counter ON passkeys FOR EACH ROW EXECUTE FUNCTION count_passkey_uses();

-- Deletes the recovery codes of an account that has no second factor any more.
CREATE OR REPLACE FUNCTION public.drop_recovery_codes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM recovery_codes r WHERE r.user_id = OLD.user_id AND NOT has_two_factor(OLD.user_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER drop_recovery_codes AFTER DELETE ON two_factor FOR EACH ROW EXECUTE FUNCTION drop_recovery_codes();
CREATE OR REPLACE TRIGGER drop_recovery_codes AFTER DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION drop_recovery_codes();
