-- What shows that a request rests on something that was used before, or that has changed since: found at the same cost
-- however much there is, and written where no call about money pays for it.

-- The file as it was sent. What is kept of a picture is drawn anew, and another version of the program that draws may
-- draw the same picture into other bytes. Files from before have none.
ALTER TABLE uploads ADD COLUMN original_sha256 bytea;
CREATE INDEX uploads_by_hash ON uploads (sha256, id);
CREATE INDEX uploads_by_original_hash ON uploads (original_sha256, id) WHERE original_sha256 IS NOT NULL;

-- A payment's hash as it is compared: many networks write it in hexadecimal, which has capitals and small letters, and a
-- prefix or none; other spellings mean what they say.
CREATE FUNCTION ledger.comparable_hash(transaction_hash text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  IF transaction_hash !~* '^(0x)?[0-9a-f]+$' THEN RETURN transaction_hash; END IF;
  RETURN regexp_replace(lower(transaction_hash), '^0x', '');
END
$$;
CREATE INDEX requests_by_transaction_hash ON ledger.requests (ledger.comparable_hash(transaction_hash), id)
  WHERE transaction_hash IS NOT NULL;

-- Whom a member's coins have reached. A row comes with the approval and not before.
CREATE INDEX approved_transfers ON ledger.requests (user_id, recipient_id) WHERE kind = 'transfer' AND status = 'approved';

-- Where members were told to send USDT until when. The table writes itself, so no way of changing the settings misses it.
CREATE TABLE deposit_changes (
  id          uuid PRIMARY KEY DEFAULT uuidv7(),
  old_network text NOT NULL,
  old_address text,
  new_network text NOT NULL,
  new_address text,
  created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deposit_changes_by_time ON deposit_changes (created_at, id);
CREATE FUNCTION note_deposit_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO deposit_changes (old_network, old_address, new_network, new_address)
  VALUES (OLD.deposit_network, OLD.deposit_address, NEW.deposit_network, NEW.deposit_address);
  RETURN NULL;
END
$$;
CREATE TRIGGER note_deposit_change AFTER UPDATE ON settings FOR EACH ROW
  WHEN ((OLD.deposit_network, OLD.deposit_address) IS DISTINCT FROM (NEW.deposit_network, NEW.deposit_address))
  EXECUTE FUNCTION note_deposit_change();
