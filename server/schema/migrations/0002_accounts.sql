-- People, their sign-in, and the records of what they did.
--
-- A row that belongs to one member leads its keys with user_id. So the primary key alone serves a member's lists, and the
-- schema can be spread over several servers by member. Rows may also refer to profiles, packages and settings, which are
-- small and shared.

-- Every group of three characters in a text, in any script, and the first two characters of each word. An index of them
-- finds a text inside another one. The extension pg_trgm knows the letters of one locale only, and some servers lack it.
CREATE FUNCTION search_grams(content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
SET search_path = pg_catalog
RETURN ARRAY(SELECT DISTINCT substr(content, i, n)
               FROM generate_series(1, length(content)) i CROSS JOIN (VALUES (2), (3)) v(n)
              WHERE i + n <= length(content) + 1 AND (n = 3 OR substr(content, i, 1) IN (' ', E'\n')));

-- The grams of a person, without the beginnings of the name and of the member id: a search finds those by the indexes
-- profiles_by_head and profiles_by_member_head. docs/decisions/0013-the-list-of-people.md says more.
CREATE FUNCTION inner_grams(full_name text, email text, member_id text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
SET search_path = pg_catalog
RETURN public.search_grams(substr(lower(full_name), 2) || E'\n' || email || CASE
  WHEN member_id IS NULL THEN ''
  -- A search asks profiles_by_member_head in capitals, as member ids are made. Any other spelling is indexed here in full.
  WHEN member_id <> upper(member_id) THEN E'\n' || lower(member_id)
  ELSE E'\t' || substr(lower(member_id), 2) END);

-- The grams of a long text that are worth a look-up. A gram that more than one person in twenty has, such as the domain of
-- a large mail provider, would make the index read along all of them. The frequent grams stand in the statistics, which
-- only the owner may read.
CREATE FUNCTION rare_grams(content text) RETURNS text[] LANGUAGE sql STABLE STRICT PARALLEL SAFE SECURITY DEFINER COST 1000
SET search_path = pg_catalog
RETURN (
  WITH asked AS (SELECT gram FROM unnest(public.search_grams(content)) gram),
       rare AS (SELECT gram FROM asked EXCEPT
                SELECT known.gram FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) known (gram, share)
                 WHERE schemaname = 'public' AND tablename = 'profiles_by_inner_gram' AND share > 0.05)
  SELECT CASE WHEN (SELECT count(*) FROM asked) > 3 AND (SELECT count(*) FROM rare) >= 3 THEN ARRAY(TABLE rare) ELSE ARRAY(TABLE asked) END);

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
  -- The package chosen at sign-up, then the newest one bought. Its reference stands with the packages, in 0003_money.sql.
  package_id          uuid,
  first_purchase_done boolean NOT NULL DEFAULT false,
  created_at          timestamptz NOT NULL DEFAULT now(),
  updated_at          timestamptz NOT NULL DEFAULT now(),
  -- The administrator who added this member. NULL if the member signed up.
  added_by            uuid REFERENCES profiles (id),
  -- The text that a search reads. No field can hold a line break, so no search matches across two fields.
  search_text         text NOT NULL
                      GENERATED ALWAYS AS (lower(E'\n' || full_name || E'\n' || email || coalesce(E'\n' || member_id, ''))) STORED,
  CONSTRAINT profile_member_fields CHECK ((role = 'user') = (member_id IS NOT NULL AND referral_code IS NOT NULL))
);
-- An index answers alone only for pages that a vacuum has marked since they changed, so the vacuum comes early.
ALTER TABLE profiles SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
CREATE INDEX profiles_by_referrer ON profiles (referred_by_id, created_at) WHERE referred_by_id IS NOT NULL;
CREATE INDEX profiles_by_package ON profiles (package_id) WHERE package_id IS NOT NULL;
CREATE INDEX profiles_admins ON profiles (id) WHERE role = 'admin';
-- Finds the other people who share a wallet address.
CREATE INDEX profiles_by_wallet_address ON profiles (wallet_address) WHERE wallet_address IS NOT NULL;
-- One index for each order of the list of people. The status leads: a list of all statuses merges three scans, and a list
-- of a rare status reads no other. A search walks along an order and reads search_text in the index, not in the table.
CREATE INDEX profiles_by_joined ON profiles (status, created_at, id) INCLUDE (search_text);
-- The plain name is included because the planner uses an index alone only if the index holds the very column.
CREATE INDEX profiles_by_name ON profiles (status, lower(full_name), id) INCLUDE (full_name, search_text);
CREATE INDEX profiles_by_member_id ON profiles (status, member_id, id) INCLUDE (search_text);
CREATE INDEX profiles_by_wallet ON profiles (status, wallet_address, id) INCLUDE (search_text);
CREATE INDEX profiles_by_status ON profiles (status, id) INCLUDE (search_text);
-- New rows wait beside this index until they are sorted in, and every search reads all that wait. The limit in KiB keeps
-- them few; the default of the server is 4 MiB.
CREATE INDEX profiles_by_inner_gram ON profiles USING gin (inner_grams(full_name, email, member_id)) WITH (gin_pending_list_limit = 256);
-- These two compare beginnings by their bytes, so they work in every locale of a database.
CREATE INDEX profiles_by_head ON profiles (lower(full_name) text_pattern_ops);
CREATE INDEX profiles_by_member_head ON profiles (member_id text_pattern_ops);

CREATE TABLE credentials (
  user_id             uuid PRIMARY KEY REFERENCES profiles (id),
  password_hash       text NOT NULL,
  email_confirmed_at  timestamptz,
  password_changed_at timestamptz NOT NULL DEFAULT now(),
  -- The language of mails to this account. The database checks the form of the code only, so one more language needs no
  -- migration.
  language            text NOT NULL DEFAULT 'en' CONSTRAINT credential_language_form CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$')
);

CREATE TABLE sessions (
  user_id        uuid NOT NULL REFERENCES profiles (id),
  id             uuid NOT NULL DEFAULT uuidv7(),
  -- Only a hash of the cookie's secret, so a leaked table opens no session.
  token_hash     bytea NOT NULL,
  ip_address     text NOT NULL,
  user_agent     text NOT NULL,
  created_at     timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz NOT NULL DEFAULT now(),
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, id),
  CONSTRAINT session_token_taken UNIQUE (user_id, token_hash)
);
-- The cleaning finds expired rows by this index, so its cost does not grow with the table. So it does by every "by_end".
CREATE INDEX sessions_by_end ON sessions (expires_at);

-- Links that were mailed: confirm an address, set a new password, or welcome a member whom an administrator added.
CREATE TABLE email_tokens (
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  purpose    text NOT NULL CONSTRAINT email_token_purpose_known CHECK (purpose IN ('confirm', 'recovery', 'welcome')),
  token_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (user_id, id),
  CONSTRAINT email_token_taken UNIQUE (user_id, token_hash)
);
CREATE INDEX email_tokens_by_end ON email_tokens (expires_at);

-- Links with which administrators register.
CREATE TABLE invitations (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  token_hash bytea NOT NULL CONSTRAINT invitation_token_taken UNIQUE,
  created_by uuid REFERENCES profiles (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at    timestamptz,
  used_by    uuid REFERENCES profiles (id),
  revoked_at timestamptz,
  -- The one address that may register. NULL if the link alone is enough.
  email      text CONSTRAINT invitation_email_form CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254)
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

-- Browsers in which an account has signed in, each at a network. They still get in while strangers try its passwords.
CREATE TABLE known_devices (
  user_id      uuid NOT NULL REFERENCES profiles (id),
  id           uuid NOT NULL DEFAULT uuidv7(),
  token_hash   bytea NOT NULL,
  -- The address, or the first 64 bits of an IPv6 address.
  network      text NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  -- A browser that moves to another network stays known at the earlier one.
  CONSTRAINT known_place_taken UNIQUE (user_id, token_hash, network)
);
CREATE INDEX known_devices_by_end ON known_devices (last_used_at);

CREATE TABLE two_factor (
  user_id    uuid PRIMARY KEY REFERENCES profiles (id),
  -- Encrypted, so a leaked table makes no codes.
  secret     bytea NOT NULL,
  -- The newest span of 30 seconds with a used code. The number only grows, so no code counts twice.
  last_step  bigint NOT NULL,
  enabled_at timestamptz NOT NULL DEFAULT now()
);

-- A secret that was shown and has yet to be proven by a first code.
CREATE TABLE two_factor_setups (
  user_id    uuid PRIMARY KEY REFERENCES profiles (id),
  secret     bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX two_factor_setups_by_end ON two_factor_setups (expires_at);

-- Unused recovery codes. The use of a code deletes its row.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES two_factor (user_id) ON DELETE CASCADE,
  digest  bytea NOT NULL,
  PRIMARY KEY (user_id, digest)
);

-- One open proof for each action of a session. The use of a proof deletes its row.
CREATE TABLE step_up_proofs (
  user_id    uuid NOT NULL,
  session_id uuid NOT NULL,
  action     text NOT NULL CONSTRAINT step_up_action_known CHECK (action IN ('wallet', 'password', 'two_factor', 'decision')),
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, session_id, action),
  FOREIGN KEY (user_id, session_id) REFERENCES sessions (user_id, id) ON DELETE CASCADE
);
CREATE INDEX step_up_proofs_by_end ON step_up_proofs (expires_at);

-- Changes of a member's wallet address. An administrator who approves a withdrawal soon after a change is warned.
CREATE TABLE wallet_changes (
  user_id     uuid NOT NULL REFERENCES profiles (id),
  id          uuid NOT NULL DEFAULT uuidv7(),
  -- NULL if there was no address before.
  old_address text,
  -- NULL if the change removed the address.
  new_address text,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id)
);

-- The acts of administrators and the people they concerned. Rows are written once and never changed.
CREATE TABLE audit_events (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  actor_id   uuid REFERENCES profiles (id),
  action     text NOT NULL,
  subject_id uuid REFERENCES profiles (id),
  -- NULL if no call caused the act, such as one of the installation itself.
  ip_address text,
  detail     jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
-- One index for each way to narrow the log down. After a person or an address the action follows: a list of all actions
-- merges a few short scans, and a rare act of a person who did millions of others is read at once.
CREATE INDEX audit_by_time ON audit_events (created_at, id);
CREATE INDEX audit_by_action ON audit_events (action, created_at, id);
CREATE INDEX audit_by_actor ON audit_events (actor_id, action, created_at, id);
CREATE INDEX audit_by_subject ON audit_events (subject_id, action, created_at, id);
CREATE INDEX audit_by_both ON audit_events (subject_id, actor_id, action, created_at, id);
CREATE INDEX audit_by_address ON audit_events (ip_address, action, created_at, id);

-- Calls with an Idempotency-Key that move no money, and their answers: the same call again gets the same answer. A row is
-- written with the change that the call makes, and removed after a week. The keys of money calls are in ledger.commands.
CREATE TABLE answered_calls (
  user_id     uuid NOT NULL REFERENCES profiles (id),
  key         uuid NOT NULL,
  -- A digest of the call that needs a key of the server, so a thief of the table cannot try forms against it.
  fingerprint bytea NOT NULL,
  -- Encrypted, because it may hold a secret or personal data. NULL only within the transaction of the call.
  answer      bytea,
  created_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
CREATE INDEX answered_calls_by_age ON answered_calls (created_at);
