-- Addresses that a withdrawal cannot be paid to, by their text alone. server/accounts/members/wallet-address.ts knows the same rules for
-- the forms in which members type an address, and payout-address.test.ts compares both.

-- Returns the hash of Keccak-256 of a text of up to 135 bytes, which is one block. Numbers have the lowest byte first, as everywhere in Keccak.
CREATE OR REPLACE FUNCTION ledger.keccak_256(p_text text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  block bytea := convert_to(p_text, 'UTF8');
  size int := length(block);
  -- The 25 lanes of the state, from 0 to 24.
  a bigint[] := array_fill(0::bigint, ARRAY[25], ARRAY[0]);
  b bigint[] := array_fill(0::bigint, ARRAY[25], ARRAY[0]);
  c bigint[] := array_fill(0::bigint, ARRAY[5], ARRAY[0]);
  d bigint;
  turn int;
  digest bytea := ''::bytea;
  turns constant int[] := '[0:24]={0,1,62,28,27,36,44,6,55,20,3,10,43,25,39,41,45,15,21,8,18,2,61,56,14}';
  constants constant bigint[] := ARRAY[
    x'0000000000000001', x'0000000000008082', x'800000000000808a', x'8000000080008000', x'000000000000808b', x'0000000080000001',
    x'8000000080008081', x'8000000000008009', x'000000000000008a', x'0000000000000088', x'0000000080008009', x'000000008000000a',
    x'000000008000808b', x'800000000000008b', x'8000000000008089', x'8000000000008003', x'8000000000008002', x'8000000000000080',
    x'000000000000800a', x'800000008000000a', x'8000000080008081', x'8000000000008080', x'0000000080000001', x'8000000080008008']::bigint[];
BEGIN
  block := block || '\x01' || decode(repeat('00', 135 - size), 'hex');
  block := set_byte(block, 135, get_byte(block, 135) | 128);
  FOR i IN 0..135 LOOP
    a[i / 8] := a[i / 8] | (get_byte(block, i)::bigint << (8 * (i % 8)));
  END LOOP;
  FOR round IN 1..24 LOOP
    FOR x IN 0..4 LOOP c[x] := a[x] # a[x + 5] # a[x + 10] # a[x + 15] # a[x + 20]; END LOOP;
    FOR x IN 0..4 LOOP
      d := c[(x + 4) % 5] # ((c[(x + 1) % 5] << 1) | ((c[(x + 1) % 5] >> 63) & 1));
      FOR y IN 0..4 LOOP a[x + 5 * y] := a[x + 5 * y] # d; END LOOP;
    END LOOP;
    FOR x IN 0..4 LOOP
      FOR y IN 0..4 LOOP
        turn := turns[x + 5 * y];
        b[y + 5 * ((2 * x + 3 * y) % 5)] := CASE turn WHEN 0 THEN a[x + 5 * y]
          ELSE (a[x + 5 * y] << turn) | ((a[x + 5 * y] >> (64 - turn)) & ((1::bigint << turn) - 1)) END;
      END LOOP;
    END LOOP;
    FOR x IN 0..4 LOOP
      FOR y IN 0..4 LOOP
        a[x + 5 * y] := b[x + 5 * y] # ((~ b[(x + 1) % 5 + 5 * y]) & b[(x + 2) % 5 + 5 * y]);
      END LOOP;
    END LOOP;
    a[0] := a[0] # constants[round];
  END LOOP;
  FOR i IN 0..31 LOOP
    digest := digest || set_byte('\x00', 0, ((a[i / 8] >> (8 * (i % 8))) & 255)::int);
  END LOOP;
  RETURN digest;
END
$$;

-- True if the checksum of an address of TRON is right: 21 bytes in base 58, of which the first is 0x41, and four of their hash.
CREATE OR REPLACE FUNCTION ledger.has_tron_checksum(p_address text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  digits constant text := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  number numeric := 0;
  bytes bytea := ''::bytea;
  place int;
BEGIN
  FOR n IN 1..length(p_address) LOOP
    place := strpos(digits, substr(p_address, n, 1)) - 1;
    IF place < 0 THEN RETURN false; END IF;
    number := number * 58 + place;
  END LOOP;
  FOR n IN 1..25 LOOP
    bytes := set_byte('\x00', 0, (number % 256)::int) || bytes;
    number := div(number, 256);
  END LOOP;
  RETURN number = 0 AND get_byte(bytes, 0) = 65 AND substr(sha256(sha256(substr(bytes, 1, 21))), 1, 4) = substr(bytes, 22, 4);
END
$$;

-- True if the checksum of EIP-55 is right: a letter is upper case where the hash of the lower-case address has a digit of 8 or more. An
-- address in one case has no checksum.
CREATE OR REPLACE FUNCTION ledger.has_evm_checksum(p_address text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  signs text := substr(p_address, 3);
  hash text;
BEGIN
  IF p_address !~ '^0x[0-9a-fA-F]{40}$' THEN RETURN false; END IF;
  IF signs = lower(signs) OR signs = upper(signs) THEN RETURN true; END IF;
  hash := encode(ledger.keccak_256(lower(signs)), 'hex');
  RETURN signs = (
    SELECT string_agg(CASE WHEN strpos('89abcdef', substr(hash, n, 1)) > 0 THEN upper(substr(signs, n, 1)) ELSE lower(substr(signs, n, 1)) END, '' ORDER BY n)
      FROM generate_series(1, 40) n);
END
$$;

-- Returns why an address cannot be paid on a network, as a code of contract/errors.ts, or NULL. Addresses of unknown networks are left to
-- the administrator who decides.
CREATE OR REPLACE FUNCTION ledger.wallet_fault(p_address text, p_network text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- A text that is nearly an address of a network is read as one, so that a missing or extra character is noticed.
  is_tron boolean := p_address ~ '^T[0-9A-Za-z]{24,44}$';
  is_evm boolean := p_address ~ '^0x[0-9A-Za-z]{30,50}$';
  takes_tron boolean := p_network ~* 'trc|tron';
  takes_evm boolean := p_network ~* 'erc|bep|bsc|eth|evm|polygon|arbitrum|optimism|base|avalanche';
BEGIN
  IF is_tron AND NOT ledger.has_tron_checksum(p_address) OR is_evm AND NOT ledger.has_evm_checksum(p_address)
     OR NOT is_tron AND NOT is_evm AND p_address !~ '^[A-Za-z0-9_.:-]*$' THEN
    RETURN 'wallet_address_mistyped';
  END IF;
  IF is_tron AND takes_evm AND NOT takes_tron OR is_evm AND takes_tron AND NOT takes_evm THEN RETURN 'wallet_network_other'; END IF;
  RETURN NULL;
END
$$;

-- Refuses an address that cannot be paid on the network of the settings, and names the network.
CREATE OR REPLACE FUNCTION ledger.refuse_unpayable(p_address text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  network text := (SELECT s.deposit_network FROM public.settings s);
  fault text := ledger.wallet_fault(p_address, network);
BEGIN
  IF fault IS NOT NULL THEN PERFORM ledger.refuse(fault, network); END IF;
END
$$;
