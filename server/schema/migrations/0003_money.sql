-- Packages, settings and files. The rest of this room is the ledger, in the next file.

CREATE TABLE packages (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  package_name      text NOT NULL CONSTRAINT package_name_length CHECK (length(package_name) BETWEEN 1 AND 60),
  min_coin_purchase numeric(20, 4) NOT NULL DEFAULT 0 CONSTRAINT package_coins_range CHECK (min_coin_purchase BETWEEN 0 AND 1000000000),
  coin_price        numeric(18, 8) NOT NULL DEFAULT 0.01 CONSTRAINT package_price_range CHECK (coin_price BETWEEN 0 AND 1000000),
  bonus_percentage  numeric(9, 4) NOT NULL DEFAULT 0 CONSTRAINT package_bonus_range CHECK (bonus_percentage BETWEEN 0 AND 1000),
  -- Only a bonus can be fractional. It is rounded down, so a package never promises more than it gives.
  bonus_coins       numeric(20, 4) NOT NULL GENERATED ALWAYS AS (trunc(min_coin_purchase * bonus_percentage / 100, 4)) STORED,
  total_coins       numeric(20, 4) NOT NULL GENERATED ALWAYS AS (min_coin_purchase + trunc(min_coin_purchase * bonus_percentage / 100, 4)) STORED,
  total_price       numeric(20, 2) NOT NULL GENERATED ALWAYS AS (round(min_coin_purchase * coin_price, 2)) STORED,
  withdrawal_time   text NOT NULL CONSTRAINT package_withdrawal_time_length CHECK (length(withdrawal_time) BETWEEN 1 AND 60),
  withdrawal_rules  text CONSTRAINT package_withdrawal_rules_length CHECK (length(withdrawal_rules) <= 500),
  icon              text NOT NULL DEFAULT 'Shield' CONSTRAINT package_icon_known CHECK (icon IN ('Shield', 'Crown', 'Gem', 'Star')),
  created_at        timestamptz NOT NULL DEFAULT now(),
  -- A deleted package that requests refer to leaves every list but keeps its row for history.
  deleted_at        timestamptz,
  -- Members buy whole thousands at a price above zero. An administrator may save another package, but it is not offered.
  is_buyable        boolean NOT NULL GENERATED ALWAYS AS (
    deleted_at IS NULL AND min_coin_purchase >= 1000 AND min_coin_purchase % 1000 = 0
    AND round(min_coin_purchase * coin_price, 2) > 0) STORED,
  -- Raised with each change, so that an edit can name the version that it is based on.
  revision          integer NOT NULL DEFAULT 1
);
-- The name of a deleted package is free again.
CREATE UNIQUE INDEX package_name_taken ON packages (lower(package_name)) WHERE deleted_at IS NULL;
CREATE INDEX packages_by_price ON packages (total_price, id) WHERE deleted_at IS NULL;
-- The table of profiles is older than this one, so its reference to packages stands here.
ALTER TABLE profiles ADD CONSTRAINT profiles_package_id_fkey FOREIGN KEY (package_id) REFERENCES packages (id);

CREATE TABLE settings (
  id                   boolean PRIMARY KEY DEFAULT true CONSTRAINT settings_single_row CHECK (id),
  -- USD per coin: the one rate of estimates, requests and the ledger.
  et_rate              numeric(18, 8) NOT NULL DEFAULT 0.01 CONSTRAINT settings_rate_range CHECK (et_rate > 0 AND et_rate <= 1000000),
  -- The price of a coin in a top-up, in USD.
  topup_coin_price     numeric(18, 8) NOT NULL DEFAULT 0.01 CONSTRAINT settings_topup_price_range CHECK (topup_coin_price > 0),
  -- The share of the base coins of a friend's first package that the referrer receives.
  referral_percentage  numeric(9, 4) NOT NULL DEFAULT 20 CONSTRAINT settings_referral_range CHECK (referral_percentage BETWEEN 0 AND 100),
  deposit_network      text NOT NULL DEFAULT 'TRC20',
  deposit_address      text,
  deposit_instructions text,
  -- Turns on the cosmetic movement of the rate indicator, which is labelled as simulated.
  simulated_movement   boolean NOT NULL DEFAULT true,
  updated_at           timestamptz NOT NULL DEFAULT now(),
  -- Decisions on more than this ask the administrator for the password or a code again.
  step_up_usd          numeric(20, 2) NOT NULL DEFAULT 10000 CONSTRAINT settings_step_up_range CHECK (step_up_usd >= 0),
  -- Raised with each change, so that an edit can name the version that it is based on.
  revision             integer NOT NULL DEFAULT 1,
  -- The most USD that one request may be worth.
  request_limit_usd    numeric(20, 2) NOT NULL DEFAULT 1000000 CONSTRAINT settings_request_limit_range CHECK (request_limit_usd > 0),
  -- The operator on the legal pages. NULL leaves it to the configuration.
  operator_name        text CONSTRAINT operator_name_length CHECK (length(operator_name) BETWEEN 1 AND 200),
  operator_address     text CONSTRAINT operator_address_length CHECK (length(operator_address) BETWEEN 1 AND 300),
  operator_email       text CONSTRAINT operator_email_length CHECK (length(operator_email) BETWEEN 3 AND 254),
  CONSTRAINT settings_topup_price_max CHECK (topup_coin_price <= 1000000),
  CONSTRAINT settings_network_length CHECK (length(deposit_network) BETWEEN 1 AND 40),
  CONSTRAINT settings_address_length CHECK (length(deposit_address) BETWEEN 1 AND 128),
  CONSTRAINT settings_instructions_length CHECK (length(deposit_instructions) BETWEEN 1 AND 4000)
);
INSERT INTO settings DEFAULT VALUES;

-- The history of the rate. Only ledger.set_terms writes it, under the lock of the settings, so ids and times ascend with
-- the changes.
CREATE TABLE rate_changes (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  actor_id   uuid NOT NULL REFERENCES profiles (id),
  old_rate   numeric(18, 8) NOT NULL,
  new_rate   numeric(18, 8) NOT NULL CONSTRAINT rate_change_differs CHECK (new_rate <> old_rate),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The history of the deposit address. A trigger of the settings writes it, so no change of them can miss it.
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

-- An address in the form in which addresses are compared. Capitals mean nothing in hexadecimal.
CREATE FUNCTION comparable_address(address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN address ~* '^0x[0-9a-f]+$' THEN lower(address) ELSE address END;

-- The addresses to which no withdrawal goes: every deposit address that ever was, and the contracts of the token, which
-- keep for ever what is sent to them. No row is ever removed.
CREATE TABLE platform_addresses (
  address    text PRIMARY KEY CONSTRAINT platform_address_comparable CHECK (address = comparable_address(address)),
  created_at timestamptz NOT NULL DEFAULT now()
);
-- USDT on Tron, on Ethereum and on BNB Chain, and the placeholder of installations without a deposit address.
INSERT INTO platform_addresses (address)
VALUES ('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
       ('0xdac17f958d2ee523a2206206994597c13d831ec7'),
       ('0x55d398326f99059ff775485246999027b3197955'),
       ('DEMO-ADDRESS-DO-NOT-SEND-FUNDS');
-- A trigger of the settings adds each deposit address, so no change of them can miss it.
CREATE FUNCTION note_platform_address() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO platform_addresses (address) VALUES (comparable_address(NEW.deposit_address)) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_platform_address AFTER INSERT OR UPDATE OF deposit_address ON settings FOR EACH ROW
  WHEN (NEW.deposit_address IS NOT NULL) EXECUTE FUNCTION note_platform_address();

-- Files that members sent: payment slips and attachments of withdrawals.
CREATE TABLE uploads (
  user_id         uuid NOT NULL REFERENCES profiles (id),
  id              uuid NOT NULL DEFAULT uuidv7(),
  -- {userId}/{timestamp}.{extension} inside the bucket payment_proofs.
  path            text NOT NULL,
  mime_type       text NOT NULL CONSTRAINT upload_type_known CHECK (mime_type IN ('image/png', 'image/jpeg', 'application/pdf')),
  size_bytes      integer NOT NULL CONSTRAINT upload_size_range CHECK (size_bytes BETWEEN 1 AND 5242880),
  sha256          bytea NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- The hash of the file as it was sent. The server draws each picture anew before it keeps it, and another version of the
  -- drawing program may turn the same picture into other bytes.
  original_sha256 bytea,
  PRIMARY KEY (user_id, id),
  CONSTRAINT upload_path_taken UNIQUE (user_id, path)
);
-- These two indexes find other requests with the same slip.
CREATE INDEX uploads_by_hash ON uploads (sha256, id);
CREATE INDEX uploads_by_original_hash ON uploads (original_sha256, id) WHERE original_sha256 IS NOT NULL;
