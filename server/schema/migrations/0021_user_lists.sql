-- A search walks along an order of the list, and finds what it reads in the index of the order: the rows themselves, which
-- lie all over the table, are read for the few that match.
DROP INDEX profiles_by_joined, profiles_by_name, profiles_by_member_id, profiles_by_wallet, profiles_by_status;
CREATE INDEX profiles_by_joined ON profiles (status, created_at, id) INCLUDE (search_text);
-- The name stands in it as well, as the planner trusts an index with a column only if it names the very column.
CREATE INDEX profiles_by_name ON profiles (status, lower(full_name), id) INCLUDE (full_name, search_text);
CREATE INDEX profiles_by_member_id ON profiles (status, member_id, id) INCLUDE (search_text);
CREATE INDEX profiles_by_wallet ON profiles (status, wallet_address, id) INCLUDE (search_text);
CREATE INDEX profiles_by_status ON profiles (status, id) INCLUDE (search_text);

-- What is new waits beside this index to be sorted in, and every search reads all that waits: 4 MB of it by default.
ALTER INDEX profiles_by_gram SET (gin_pending_list_limit = 256);

-- An index alone answers for those pages that a vacuum has marked since they changed.
ALTER TABLE profiles SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
