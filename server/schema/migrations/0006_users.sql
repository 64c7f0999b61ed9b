-- People as administrators see them: searched, sorted and filtered at the same cost however many there are.

ALTER TABLE profiles
  -- The administrator who added this member; null for whoever signed up.
  ADD COLUMN added_by uuid REFERENCES profiles (id),
  -- What a search reads. No field can hold a line break, so no search matches across two of them.
  ADD COLUMN search_text text NOT NULL
    GENERATED ALWAYS AS (lower(E'\n' || full_name || E'\n' || email || coalesce(E'\n' || member_id, ''))) STORED;

-- Every three characters in a row, in any script, and each beginning of a word. An index of them finds a text inside
-- another; pg_trgm does the same for the letters of one locale, and not every PostgreSQL has it.
CREATE FUNCTION search_grams(content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
SET search_path = pg_catalog
RETURN ARRAY(SELECT DISTINCT substr(content, i, n)
               FROM generate_series(1, length(content)) i CROSS JOIN (VALUES (2), (3)) v(n)
              WHERE i + n <= length(content) + 1 AND (n = 3 OR substr(content, i, 1) IN (' ', E'\n')));
CREATE INDEX profiles_by_gram ON profiles USING gin (search_grams(search_text));

-- One for each order of the list. The status leads: a list of all merges the three, and a rare one is never looked for.
CREATE INDEX profiles_by_joined ON profiles (status, created_at, id);
CREATE INDEX profiles_by_name ON profiles (status, lower(full_name), id);
CREATE INDEX profiles_by_member_id ON profiles (status, member_id, id);
CREATE INDEX profiles_by_wallet ON profiles (status, wallet_address, id);
CREATE INDEX profiles_by_status ON profiles (status, id);
CREATE INDEX profiles_admins ON profiles (id) WHERE role = 'admin';

-- The one address that may register with an invitation; null for whoever has the link.
ALTER TABLE invitations ADD COLUMN email text
  CONSTRAINT invitation_email_form CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254);
