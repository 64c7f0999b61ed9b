-- Spreads the tables of ET over the nodes of Citus (docs/outgrown.md). psql runs it once on the coordinator, as its superuser, in a
-- database that the product's own migrations have made and in which nobody works yet. The catalogue decides:
--   A table with a primary key that begins with user_id belongs to a member, and is distributed by it.
--   A table that a distributed one refers to is a reference table, with a copy on each node.
--   Every other table stays on the coordinator.
-- Triggers and keys that Citus refuses are left out, and listed in the table citus_left_out.
\set ON_ERROR_STOP on
\set QUIET on
SET client_min_messages = error;
SET citus.enable_unsafe_triggers = on;
SET citus.multi_shard_modify_mode = 'sequential';
-- A call that has read rows of all nodes may write a reference table after that. Both need one connection to each node.
SELECT format('ALTER DATABASE %I SET citus.multi_shard_modify_mode = %L', current_database(), 'sequential') \gexec

CREATE TABLE citus_left_out (what text NOT NULL, name text NOT NULL, reason text NOT NULL);

CREATE TEMP TABLE unique_keys AS
SELECT i.indexrelid AS key_id, i.indrelid AS table_id, i.indisprimary AS is_primary, pg_get_indexdef(i.indexrelid) AS definition,
       (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum = i.indkey[0]) AS leads,
       EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'user_id' AND a.attnum = ANY (i.indkey)) AS has_member
  FROM pg_index i WHERE i.indisunique;
CREATE TEMP TABLE places AS
SELECT c.oid AS table_id, c.oid::regclass::text AS name,
       CASE WHEN EXISTS (SELECT FROM unique_keys u WHERE u.table_id = c.oid AND u.is_primary AND u.leads = 'user_id') THEN 'member' ELSE 'coordinator' END AS place
  FROM pg_class c
 WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
   AND c.oid <> 'citus_left_out'::regclass AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e');
-- Copies for lists of everything are read in an order across members, so they stay together.
UPDATE places SET place = 'coordinator' WHERE name IN ('ledger.entries', 'ledger.decided');
-- So does a table that keeps a value apart among all members, if no other table refers to it.
UPDATE places p SET place = 'coordinator'
 WHERE EXISTS (SELECT FROM unique_keys u WHERE u.table_id = p.table_id AND NOT u.has_member)
   AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.confrelid = p.table_id AND k.contype = 'f');
UPDATE places p SET place = 'everywhere'
 WHERE p.place = 'coordinator'
   -- Nearly each call reads the one row of the settings beside rows of a member.
   AND (p.name = 'settings' OR EXISTS (SELECT FROM pg_constraint k JOIN places o ON o.table_id = k.conrelid
                                        WHERE k.contype = 'f' AND k.confrelid = p.table_id AND o.place = 'member'));

-- Views stay on the coordinator. Citus would take them along with their tables, so they read none meanwhile.
CREATE TEMP TABLE kept_views AS
SELECT c.oid::regclass::text AS name, pg_get_viewdef(c.oid) AS definition,
       (SELECT string_agg(format('NULL::%s AS %I', format_type(a.atttypid, a.atttypmod), a.attname), ', ' ORDER BY a.attnum)
          FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS columns
  FROM pg_class c
 WHERE c.relkind = 'v' AND c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e');
CREATE TEMP TABLE keys AS
SELECT p.name AS table_name, k.conname AS name, pg_get_constraintdef(k.oid) AS definition, p.place AS leaves, t.place AS reaches
  FROM pg_constraint k JOIN places p ON p.table_id = k.conrelid JOIN places t ON t.table_id = k.confrelid WHERE k.contype = 'f';

-- A trigger of a distributed table runs on the node of its row. There it may compare the row. A trigger that reads or writes other
-- tables would have to leave that node within a transaction that is not its own.
CREATE TEMP TABLE leaving_triggers AS
SELECT t.tgrelid AS table_id, t.tgname AS name FROM pg_trigger t JOIN places p ON p.table_id = t.tgrelid AND p.place = 'member'
  JOIN pg_proc f ON f.oid = t.tgfoid
 WHERE NOT t.tgisinternal AND regexp_replace(f.prosrc, '''[^'']*''|--[^\n]*', '', 'g') ~* '\m(INSERT|UPDATE|DELETE|PERFORM|SELECT)\M|ledger\.\w+\(';

DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM kept_views LOOP
    EXECUTE format('CREATE OR REPLACE VIEW %s AS SELECT %s', one.name, one.columns);
  END LOOP;
  FOR one IN SELECT * FROM keys LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.table_name, one.name);
  END LOOP;
  FOR one IN SELECT * FROM leaving_triggers LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', one.name, one.table_id::regclass);
    INSERT INTO citus_left_out VALUES ('trigger', one.table_id::regclass || ' ' || one.name, 'it leaves the node of its row');
  END LOOP;
  -- A node can keep values apart only among its own rows.
  FOR one IN SELECT u.*, c.relname, k.conname FROM unique_keys u JOIN places p ON p.table_id = u.table_id AND p.place = 'member'
               JOIN pg_class c ON c.oid = u.key_id LEFT JOIN pg_constraint k ON k.conindid = u.key_id AND k.contype IN ('u', 'p')
              WHERE NOT u.has_member LOOP
    IF one.conname IS NULL THEN EXECUTE format('DROP INDEX %s', one.key_id::regclass);
    ELSE EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.table_id::regclass, one.conname); END IF;
    EXECUTE replace(one.definition, 'CREATE UNIQUE INDEX', 'CREATE INDEX');
    INSERT INTO citus_left_out VALUES ('unique key', one.table_id::regclass || ' ' || one.relname, 'it has no user_id, so it is a plain index');
  END LOOP;
END
$$;

-- The nodes need the functions of defaults, rules and triggers, and those that a statement calls for each row. One that takes a row of
-- a table that is not there stays on the coordinator.
CREATE PROCEDURE pg_temp.share_functions() LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT f.oid::regprocedure AS name FROM pg_proc f
              WHERE f.pronamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND f.prokind = 'f'
                AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e') LOOP
    BEGIN
      PERFORM create_distributed_function(one.name);
    EXCEPTION WHEN OTHERS THEN
      RAISE DEBUG '% stays on the coordinator: %', one.name, SQLERRM;
    END;
  END LOOP;
END
$$;

CALL pg_temp.share_functions();
SELECT count(create_reference_table(table_id)::text) AS everywhere FROM places WHERE place = 'everywhere';
SELECT create_distributed_table('ledger.accounts', 'user_id');
SELECT count(create_distributed_table(table_id, 'user_id', colocate_with => 'ledger.accounts')::text) AS distributed
  FROM places WHERE place = 'member' AND name <> 'ledger.accounts';
CALL pg_temp.share_functions();

DO $$
DECLARE
  one record;
BEGIN
  -- Citus puts another table in the place of a table with such a key, and functions that take rows of the table would miss it.
  INSERT INTO citus_left_out SELECT 'foreign key', k.table_name || ' ' || k.name, 'it leads from the coordinator to the nodes' FROM keys k
   WHERE k.leaves = 'coordinator' AND k.reaches <> 'coordinator';
  FOR one IN SELECT * FROM keys k WHERE k.leaves <> 'coordinator' OR k.reaches = 'coordinator' LOOP
    BEGIN
      EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', one.table_name, one.name, one.definition);
    EXCEPTION WHEN OTHERS THEN
      INSERT INTO citus_left_out VALUES ('foreign key', one.table_name || ' ' || one.name, SQLERRM);
    END;
  END LOOP;
END
$$;

SET citus.enable_ddl_propagation = off;
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM kept_views LOOP
    EXECUTE format('CREATE OR REPLACE VIEW %s AS %s', one.name, one.definition);
  END LOOP;
END
$$;
RESET citus.enable_ddl_propagation;

-- A call writes a reference table on each node at once. Its triggers run once, on the coordinator.
SELECT run_command_on_workers(format('ALTER TABLE %s DISABLE TRIGGER USER', shard_name(p.table_id::regclass, s.shardid)))
  FROM places p JOIN pg_dist_shard s ON s.logicalrelid = p.table_id WHERE p.place = 'everywhere';

SELECT place, count(*) AS tables FROM places GROUP BY 1 ORDER BY 1;
SELECT * FROM citus_left_out ORDER BY 1, 2;
