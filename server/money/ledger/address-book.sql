-- The address book: up to five addresses of a member, to which withdrawals may be paid. An address is usable once the hours of a
-- hold have passed since it was added. The address of the profile is the default, and stands in the book like the others.

-- Refuses a sixth address. The lock lets the additions of one member wait for each other.
CREATE OR REPLACE FUNCTION ledger.limit_addresses() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  PERFORM FROM profiles p WHERE p.id = NEW.user_id FOR NO KEY UPDATE;
  -- An address that is listed already takes no further place.
  IF (SELECT count(*) FROM wallet_addresses w WHERE w.user_id = NEW.user_id AND w.address <> NEW.address) >= 5 THEN
    PERFORM ledger.refuse('wallet_addresses_full');
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER limit_addresses BEFORE INSERT ON public.wallet_addresses FOR EACH ROW EXECUTE FUNCTION ledger.limit_addresses();

-- Keeps the default in the book. It leaves the book once the profile has another default, or none.
CREATE OR REPLACE FUNCTION ledger.keep_default_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  PERFORM FROM profiles p WHERE p.id = OLD.user_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM profiles p WHERE p.id = OLD.user_id AND p.wallet_address = OLD.address) THEN
    PERFORM ledger.refuse('wallet_address_default');
  END IF;
  RETURN OLD;
END
$$;
CREATE OR REPLACE TRIGGER keep_default BEFORE DELETE ON public.wallet_addresses FOR EACH ROW EXECUTE FUNCTION ledger.keep_default_address();

-- Adds a new default to the book. It is usable as late as every other new address. Only a profile that is made with an address,
-- which no member can do, has had it all along.
CREATE OR REPLACE FUNCTION ledger.list_default_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  INSERT INTO wallet_addresses (user_id, address, added_at)
  VALUES (NEW.id, NEW.wallet_address, CASE WHEN TG_OP = 'INSERT' THEN 'epoch' ELSE clock_timestamp() END)
  ON CONFLICT (user_id, address) DO NOTHING;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER list_default_address AFTER INSERT OR UPDATE OF wallet_address ON public.profiles FOR EACH ROW
  WHEN (NEW.wallet_address <> '') EXECUTE FUNCTION ledger.list_default_address();

-- Returns the time from which an address of a member is usable; NULL if it is not in the book. The hours of the settings count
-- as they are now.
CREATE OR REPLACE FUNCTION ledger.address_usable_from(p_user uuid, p_address text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT w.added_at + s.hold_hours * interval '1 hour' FROM public.wallet_addresses w CROSS JOIN public.settings s
           WHERE w.user_id = p_user AND w.address = p_address);
END
$$;

-- Refuses an address that is not in the member's book.
CREATE OR REPLACE FUNCTION ledger.refuse_unlisted_address(p_user uuid, p_address text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.wallet_addresses w WHERE w.user_id = p_user AND w.address = p_address) THEN
    PERFORM ledger.refuse('wallet_address_unlisted');
  END IF;
END
$$;

-- Refuses a payment to an address that has left the member's book, or is not usable yet, and names the time. The lock lets a
-- removal of the address wait until the payment has taken effect.
CREATE OR REPLACE FUNCTION ledger.refuse_unusable_address(p_user uuid, p_address text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  usable_from timestamptz;
BEGIN
  PERFORM FROM public.wallet_addresses w WHERE w.user_id = p_user AND w.address = p_address FOR KEY SHARE;
  IF NOT FOUND THEN PERFORM ledger.refuse('wallet_address_unlisted'); END IF;
  usable_from := ledger.address_usable_from(p_user, p_address);
  IF usable_from > now() THEN
    PERFORM ledger.refuse('request_held', to_char(usable_from AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
  END IF;
END
$$;
