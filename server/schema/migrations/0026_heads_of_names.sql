-- A search finds a text where a name or a member id begins by their indexes, and anywhere else by the index of every three
-- characters, which no longer has these beginnings. In a list by name, all whose names begin alike stand side by side, and however
-- many they are, the page's are read and no more. docs/decisions/0013-the-list-of-people.md says more.
CREATE FUNCTION inner_grams(full_name text, email text, member_id text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
SET search_path = pg_catalog
RETURN public.search_grams(substr(lower(full_name), 2) || E'\n' || email || CASE
  WHEN member_id IS NULL THEN ''
  -- The index of the member ids is asked in capitals, which is how they are made. Any other is found in here as a whole.
  WHEN member_id <> upper(member_id) THEN E'\n' || lower(member_id)
  ELSE E'\t' || substr(lower(member_id), 2) END);
CREATE INDEX profiles_by_inner_gram ON profiles USING gin (inner_grams(full_name, email, member_id)) WITH (gin_pending_list_limit = 256);
DROP INDEX profiles_by_gram;

-- Beginnings are compared by their bytes, whatever the locale of the database is.
CREATE INDEX profiles_by_head ON profiles (lower(full_name) text_pattern_ops);
CREATE INDEX profiles_by_member_head ON profiles (member_id text_pattern_ops);

-- What the index is asked of a long text: not what one in twenty has, such as the domain of a large mail provider. The index would
-- read along all of them, and the rest tells whom to look at. What is frequent stands in the statistics, which the owner may read.
CREATE FUNCTION rare_grams(content text) RETURNS text[] LANGUAGE sql STABLE STRICT PARALLEL SAFE SECURITY DEFINER COST 1000
SET search_path = pg_catalog
RETURN (
  WITH asked AS (SELECT gram FROM unnest(public.search_grams(content)) gram),
       rare AS (SELECT gram FROM asked EXCEPT
                SELECT known.gram FROM pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) known (gram, share)
                 WHERE schemaname = 'public' AND tablename = 'profiles_by_inner_gram' AND share > 0.05)
  SELECT CASE WHEN (SELECT count(*) FROM asked) > 3 AND (SELECT count(*) FROM rare) >= 3 THEN ARRAY(TABLE rare) ELSE ARRAY(TABLE asked) END);

-- The new index has no statistics yet.
ANALYZE profiles;
