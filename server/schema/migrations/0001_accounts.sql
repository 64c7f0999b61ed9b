-- People, what they can buy, and how they sign in.
--
-- A row that belongs to one member leads its keys with user_id, so that a member's lists are read
-- straight from the primary key and the schema can be spread over several servers by member.
-- profiles, packages and settings are small shared tables that every such row may point at.

CREATE SCHEMA IF NOT EXISTS ledger;

-- PostgreSQL 18 has uuidv7(); older servers get the same layout: 48 bits of milliseconds, then random bits.
DO $$
BEGIN
  IF current_setting('server_version_num')::int < 180000 THEN
    CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $f$
      SELECT encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
                  PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                  FROM 1 FOR 6),
          52, 1), 53, 1), 'hex')::uuid
    $f$;
  END IF;
END
$$;

CREATE TABLE packages (
  id                uuid PRIMARY KEY DEFAULT uuidv7(),
  package_name      text NOT NULL CONSTRAINT package_name_length CHECK (length(package_name) BETWEEN 1 AND 60),
  min_coin_purchase numeric(20, 4) NOT NULL DEFAULT 0 CONSTRAINT package_coins_range CHECK (min_coin_purchase BETWEEN 0 AND 1000000000),
  coin_price        numeric(18, 8) NOT NULL DEFAULT 0.01 CONSTRAINT package_price_range CHECK (coin_price BETWEEN 0 AND 1000000),
  bonus_percentage  numeric(9, 4) NOT NULL DEFAULT 0 CONSTRAINT package_bonus_range CHECK (bonus_percentage BETWEEN 0 AND 1000),
  -- Only a bonus can be fractional; it is rounded down, so a package never promises more than it gives.
  bonus_coins       numeric(20, 4) NOT NULL GENERATED ALWAYS AS (trunc(min_coin_purchase * bonus_percentage / 100, 4)) STORED,
  total_coins       numeric(20, 4) NOT NULL GENERATED ALWAYS AS (min_coin_purchase + trunc(min_coin_purchase * bonus_percentage / 100, 4)) STORED,
  total_price       numeric(20, 2) NOT NULL GENERATED ALWAYS AS (round(min_coin_purchase * coin_price, 2)) STORED,
  withdrawal_time   text NOT NULL CONSTRAINT package_withdrawal_time_length CHECK (length(withdrawal_time) BETWEEN 1 AND 60),
  withdrawal_rules  text CONSTRAINT package_withdrawal_rules_length CHECK (length(withdrawal_rules) <= 500),
  icon              text NOT NULL DEFAULT 'Shield' CONSTRAINT package_icon_known CHECK (icon IN ('Shield', 'Crown', 'Gem', 'Star')),
  created_at        timestamptz NOT NULL DEFAULT now(),
  -- A package that requests refer to leaves every list but keeps its row for history.
  deleted_at        timestamptz,
  -- Members buy whole thousands at a price above zero; anything else can be saved but is not offered.
  is_buyable        boolean NOT NULL GENERATED ALWAYS AS (
    deleted_at IS NULL AND min_coin_purchase >= 1000 AND min_coin_purchase % 1000 = 0
    AND round(min_coin_purchase * coin_price, 2) > 0) STORED
);
CREATE UNIQUE INDEX package_name_taken ON packages (lower(package_name)) WHERE deleted_at IS NULL;
CREATE INDEX packages_by_price ON packages (total_price, id) WHERE deleted_at IS NULL;

CREATE TABLE settings (
  id                   boolean PRIMARY KEY DEFAULT true CONSTRAINT settings_single_row CHECK (id),
  -- USD per coin: the one rate of estimates, requests and the ledger.
  et_rate              numeric(18, 8) NOT NULL DEFAULT 0.01 CONSTRAINT settings_rate_range CHECK (et_rate > 0 AND et_rate <= 1000000),
  -- USD per coin of an amount that is no package.
  topup_coin_price     numeric(18, 8) NOT NULL DEFAULT 0.01 CONSTRAINT settings_topup_price_range CHECK (topup_coin_price > 0),
  -- Share of the base coins of a friend's first package that the referrer receives.
  referral_percentage  numeric(9, 4) NOT NULL DEFAULT 20 CONSTRAINT settings_referral_range CHECK (referral_percentage BETWEEN 0 AND 100),
  deposit_network      text NOT NULL DEFAULT 'TRC20',
  deposit_address      text,
  deposit_instructions text,
  -- The cosmetic movement of the rate indicator, labelled as simulated wherever it shows.
  simulated_movement   boolean NOT NULL DEFAULT true,
  updated_at           timestamptz NOT NULL DEFAULT now()
);
INSERT INTO settings DEFAULT VALUES;

CREATE TABLE profiles (
  id                  uuid PRIMARY KEY DEFAULT uuidv7(),
  role                text NOT NULL DEFAULT 'user' CONSTRAINT profile_role_known CHECK (role IN ('user', 'admin')),
  status              text NOT NULL DEFAULT 'Inactive' CONSTRAINT profile_status_known CHECK (status IN ('Active', 'Inactive', 'Suspended')),
  full_name           text NOT NULL CONSTRAINT profile_name_length CHECK (length(full_name) BETWEEN 1 AND 100),
  email               text NOT NULL CONSTRAINT email_taken UNIQUE
                      CONSTRAINT profile_email_form CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  -- Administrators hold no coins, so they have neither a member id nor a referral code.
  member_id           text CONSTRAINT member_id_taken UNIQUE,
  referral_code       text CONSTRAINT referral_code_taken UNIQUE,
  contact_number      text CONSTRAINT profile_contact_length CHECK (length(contact_number) <= 32),
  country             text CONSTRAINT profile_country_form CHECK (country ~ '^[A-Z]{2}$'),
  state               text CONSTRAINT profile_state_length CHECK (length(state) <= 64),
  city                text CONSTRAINT profile_city_length CHECK (length(city) <= 100),
  area                text CONSTRAINT profile_area_length CHECK (length(area) <= 100),
  wallet_address      text CONSTRAINT profile_wallet_length CHECK (length(wallet_address) BETWEEN 1 AND 128),
  wallet_link         text,
  usdt_qr_code_url    text,
  referred_by_id      uuid REFERENCES profiles (id) CONSTRAINT profile_refers_to_other CHECK (referred_by_id <> id),
  package_id          uuid REFERENCES packages (id),
  first_purchase_done boolean NOT NULL DEFAULT false,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT profile_member_fields CHECK ((role = 'user') = (member_id IS NOT NULL AND referral_code IS NOT NULL))
);
CREATE INDEX profiles_by_referrer ON profiles (referred_by_id, created_at) WHERE referred_by_id IS NOT NULL;
CREATE INDEX profiles_by_package ON profiles (package_id) WHERE package_id IS NOT NULL;

CREATE TABLE credentials (
  user_id             uuid PRIMARY KEY REFERENCES profiles (id),
  password_hash       text NOT NULL,
  email_confirmed_at  timestamptz,
  password_changed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  user_id        uuid NOT NULL REFERENCES profiles (id),
  id             uuid NOT NULL DEFAULT uuidv7(),
  -- The cookie's secret is never stored: a leaked table opens no session.
  token_hash     bytea NOT NULL,
  ip_address     text NOT NULL,
  user_agent     text NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  CONSTRAINT session_token_taken UNIQUE (user_id, token_hash)
);

-- Links that were mailed: confirm an address, set a new password.
CREATE TABLE email_tokens (
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  purpose    text NOT NULL CONSTRAINT email_token_purpose_known CHECK (purpose IN ('confirm', 'recovery')),
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (user_id, id),
  CONSTRAINT email_token_taken UNIQUE (user_id, token_hash)
);

CREATE TABLE invitations (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  token_hash bytea NOT NULL CONSTRAINT invitation_token_taken UNIQUE,
  created_by uuid REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  used_by    uuid REFERENCES profiles (id),
  revoked_at timestamptz
);

CREATE TABLE login_history (
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  status     text NOT NULL CONSTRAINT login_status_known CHECK (status IN ('success', 'failed', 'blocked')),
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);
CREATE INDEX login_history_newest ON login_history (id);

-- Files that members sent: payment slips and withdrawal attachments.
CREATE TABLE uploads (
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  -- {userId}/{timestamp}.{extension} inside the bucket payment_proofs.
  path       text NOT NULL,
  mime_type  text NOT NULL CONSTRAINT upload_type_known CHECK (mime_type IN ('image/png', 'image/jpeg', 'application/pdf')),
  size_bytes integer NOT NULL CONSTRAINT upload_size_range CHECK (size_bytes BETWEEN 1 AND 5242880),
  sha256     bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT upload_path_taken UNIQUE (user_id, path)
);

-- What administrators did, and to whom. Written once, never changed.
CREATE TABLE audit_events (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  actor_id   uuid REFERENCES profiles (id),
  action     text NOT NULL,
  subject_id uuid REFERENCES profiles (id),
  ip_address text,
  detail     jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE chat_conversations (
  user_id            uuid NOT NULL REFERENCES profiles (id),
  id                 uuid NOT NULL DEFAULT uuidv7(),
  admin_id           uuid REFERENCES profiles (id),
  -- Number of the newest message. It is raised under this row's lock, so readers never miss one.
  last_number        bigint NOT NULL DEFAULT 0,
  user_unread_count  integer NOT NULL DEFAULT 0 CONSTRAINT user_unread_not_negative CHECK (user_unread_count >= 0),
  admin_unread_count integer NOT NULL DEFAULT 0 CONSTRAINT admin_unread_not_negative CHECK (admin_unread_count >= 0),
  created_at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT one_conversation_per_member UNIQUE (user_id)
);

CREATE TABLE chat_messages (
  user_id         uuid NOT NULL,
  id              uuid NOT NULL DEFAULT uuidv7(),
  conversation_id uuid NOT NULL,
  number          bigint NOT NULL,
  sender_id       uuid NOT NULL REFERENCES profiles (id),
  content         text NOT NULL CONSTRAINT message_length CHECK (length(content) BETWEEN 1 AND 4000),
  created_at      timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT message_number_taken UNIQUE (user_id, conversation_id, number),
  FOREIGN KEY (user_id, conversation_id) REFERENCES chat_conversations (user_id, id)
);
