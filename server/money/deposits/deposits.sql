-- The deposit addresses with their times, and what protects the transfers of the chain.

-- Notes the time at which another deposit address comes into force. The settings are one row, so two changes of them are one after
-- the other, and so are their times.
CREATE OR REPLACE FUNCTION public.note_deposit_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_address text := coalesce(NEW.deposit_address, NEW.configured_deposit_address);
  v_now timestamptz := clock_timestamp();
BEGIN
  IF EXISTS (SELECT FROM deposit_addresses d
              WHERE d.replaced_at IS NULL AND d.address = v_address AND d.network = NEW.deposit_network) THEN
    RETURN NULL;
  END IF;
  -- The first address of the configuration was in force before its time was noted. It has been a platform address since then.
  IF NOT EXISTS (SELECT FROM deposit_addresses) THEN
    v_now := coalesce((SELECT a.created_at FROM platform_addresses a WHERE a.address = comparable_address(v_address)), v_now);
  END IF;
  UPDATE deposit_addresses d SET replaced_at = greatest(v_now, d.set_at) WHERE d.replaced_at IS NULL;
  IF v_address IS NOT NULL THEN
    INSERT INTO deposit_addresses (network, address, set_at) VALUES (NEW.deposit_network, v_address, v_now);
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_deposit_address AFTER UPDATE OF deposit_network, deposit_address, configured_deposit_address ON settings
  FOR EACH ROW EXECUTE FUNCTION note_deposit_address();

-- True if members were told to pay to this address at this time.
CREATE OR REPLACE FUNCTION public.was_deposit_address(p_address text, p_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN EXISTS (SELECT FROM public.deposit_addresses d
                WHERE d.address = p_address AND d.set_at <= p_at AND coalesce(d.replaced_at > p_at, true));

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON chain_transfers FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON chain_transfers EXECUTE FUNCTION ledger.forbid_change();

-- A transfer is free until it pays a request or was sent back.
CREATE OR REPLACE FUNCTION public.note_free_transfers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO free_transfers (transaction_hash, log_index, block_time) SELECT a.transaction_hash, a.log_index, a.block_time FROM added a;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_free_transfers AFTER INSERT ON chain_transfers REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_free_transfers();
CREATE OR REPLACE FUNCTION ledger.note_use_of_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.free_transfers f WHERE f.transaction_hash = NEW.transaction_hash AND f.log_index = NEW.log_index;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_use_of_transfer AFTER INSERT ON ledger.allocations FOR EACH ROW EXECUTE FUNCTION ledger.note_use_of_transfer();
-- A reversal frees the transfers of its request.
CREATE OR REPLACE FUNCTION ledger.note_freed_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.free_transfers (transaction_hash, log_index, block_time)
  SELECT t.transaction_hash, t.log_index, t.block_time FROM public.chain_transfers t
   WHERE t.transaction_hash = OLD.transaction_hash AND t.log_index = OLD.log_index;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_freed_transfer AFTER DELETE ON ledger.allocations FOR EACH ROW EXECUTE FUNCTION ledger.note_freed_transfer();
-- The triggers keep both tables as they are until this is committed. So nothing is missed that a server of the version before writes.
INSERT INTO free_transfers (transaction_hash, log_index, block_time)
SELECT t.transaction_hash, t.log_index, t.block_time FROM chain_transfers t
 WHERE NOT EXISTS (SELECT FROM ledger.allocations a WHERE a.transaction_hash = t.transaction_hash AND a.log_index = t.log_index)
    ON CONFLICT DO NOTHING;
DELETE FROM free_transfers f USING ledger.allocations a WHERE a.transaction_hash = f.transaction_hash AND a.log_index = f.log_index;

-- A judgement rests on a final block, so it stays.
CREATE OR REPLACE FUNCTION public.keep_judgement() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.outcome IS NOT NULL THEN RAISE EXCEPTION 'a transaction that was judged stays as it is' USING ERRCODE = '42501'; END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER keep_judgement BEFORE UPDATE ON chain_transactions FOR EACH ROW EXECUTE FUNCTION keep_judgement();
