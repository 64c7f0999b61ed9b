-- The addresses that no withdrawal goes to: where members are or were told to send USDT, and the contracts of the token,
-- which keep for ever what is sent to them. None is ever removed.

-- An address as it is compared: what is written in hexadecimal means the same in capitals and in small letters.
CREATE FUNCTION comparable_address(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN address ~* '^0x[0-9a-f]+$' THEN lower(address) ELSE address END;

CREATE TABLE platform_addresses (
  address    text PRIMARY KEY CONSTRAINT platform_address_comparable CHECK (address = comparable_address(address)),
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO platform_addresses (address)
VALUES ('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
       ('0xdac17f958d2ee523a2206206994597c13d831ec7'),
       ('0x55d398326f99059ff775485246999027b3197955'),
       ('DEMO-ADDRESS-DO-NOT-SEND-FUNDS');
INSERT INTO platform_addresses (address)
SELECT comparable_address(a.address)
  FROM (SELECT deposit_address FROM settings UNION SELECT old_address FROM deposit_changes
        UNION SELECT new_address FROM deposit_changes) a (address)
 WHERE a.address IS NOT NULL
ON CONFLICT DO NOTHING;

-- The table writes itself, so no way of changing the settings misses it.
CREATE FUNCTION note_platform_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO platform_addresses (address) VALUES (comparable_address(NEW.deposit_address)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_platform_address AFTER INSERT OR UPDATE OF deposit_address ON settings FOR EACH ROW
  WHEN (NEW.deposit_address IS NOT NULL) EXECUTE FUNCTION note_platform_address();
