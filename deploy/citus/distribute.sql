-- Spreads the tables of ET over the nodes of Citus (docs/outgrown.md). psql runs it once on the coordinator, as its superuser, in a
-- database that the product's own migrations have made and in which nobody works yet. The catalogue decides:
--   A table with a primary key that begins with user_id belongs to a member, and is distributed by it.
--   A table that a distributed one refers to is a reference table, with a copy on each node.
--   Every other table stays on the coordinator.
-- What Citus refuses is left out, and listed in the table citus_left_out. The manual says what each of these means.
\set ON_ERROR_STOP on
SET client_min_messages = warning;
SET citus.enable_unsafe_triggers = on;

CREATE TABLE citus_left_out (what text NOT NULL, name text NOT NULL, reason text NOT NULL);

CREATE TEMP TABLE places AS
SELECT c.oid AS table_id, c.oid::regclass::text AS name,
       CASE WHEN EXISTS (SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
                          WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'user_id') THEN 'member' ELSE 'coordinator' END AS place
  FROM pg_class c
 WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace)
   AND c.oid <> 'citus_left_out'::regclass AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e');
UPDATE places p SET place = 'everywhere'
 WHERE p.place = 'coordinator'
   AND EXISTS (SELECT FROM pg_constraint k JOIN places o ON o.table_id = k.conrelid
                WHERE k.contype = 'f' AND k.confrelid = p.table_id AND o.place = 'member');

CREATE TEMP TABLE keys AS
SELECT k.conrelid AS table_id, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint k JOIN places p ON p.table_id = k.conrelid WHERE k.contype = 'f';

-- A trigger of a distributed table runs on the node of its row. There it may compare the row and read rows of the same member. What
-- writes to other tables, or reads those of the coordinator, would have to leave that node.
CREATE TEMP TABLE leaving_triggers AS
SELECT t.oid, t.tgrelid AS table_id, t.tgname AS name FROM pg_trigger t JOIN places p ON p.table_id = t.tgrelid AND p.place = 'member'
  JOIN pg_proc f ON f.oid = t.tgfoid
 WHERE NOT t.tgisinternal AND regexp_replace(f.prosrc, '''[^'']*''|--[^\n]*', '', 'g') ~* '\m(INSERT|UPDATE|DELETE|PERFORM|SELECT)\M';

DO $$
DECLARE
  one record;
  definition text;
BEGIN
  FOR one IN SELECT * FROM keys LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.table_id::regclass, one.name);
  END LOOP;
  FOR one IN SELECT * FROM leaving_triggers LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', one.name, one.table_id::regclass);
    INSERT INTO citus_left_out VALUES ('trigger', one.table_id::regclass || ' ' || one.name, 'it leaves the node of its row');
  END LOOP;
  -- A node can keep values apart only among its own rows.
  FOR one IN SELECT i.indexrelid, i.indrelid, c.relname, pg_get_indexdef(i.indexrelid) AS definition
               FROM pg_index i JOIN places p ON p.table_id = i.indrelid AND p.place = 'member' JOIN pg_class c ON c.oid = i.indexrelid
              WHERE i.indisunique AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'user_id' AND a.attnum = ANY (i.indkey)) LOOP
    IF EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = one.indexrelid AND k.contype IN ('u', 'p')) THEN
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.indrelid::regclass, one.relname);
    ELSE
      EXECUTE format('DROP INDEX %s', one.indexrelid::regclass);
    END IF;
    EXECUTE replace(one.definition, 'CREATE UNIQUE INDEX', 'CREATE INDEX');
    INSERT INTO citus_left_out VALUES ('unique key', one.indrelid::regclass || ' ' || one.relname, 'it has no user_id, so it is a plain index');
  END LOOP;
END
$$;

-- The functions that the nodes need for defaults, rules and triggers come along with the tables.
SELECT create_reference_table(table_id) FROM places WHERE place = 'everywhere' ORDER BY name;
SELECT create_distributed_table(table_id, 'user_id', colocate_with => CASE WHEN name = 'ledger.accounts' THEN 'default' ELSE 'ledger.accounts' END)
  FROM places WHERE place = 'member' ORDER BY name <> 'ledger.accounts', name;

-- Keys to which others refer come first by themselves, because primary keys were never taken away.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM keys LOOP
    BEGIN
      EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', one.table_id::regclass, one.name, one.definition);
    EXCEPTION WHEN OTHERS THEN
      INSERT INTO citus_left_out VALUES ('foreign key', one.table_id::regclass || ' ' || one.name, SQLERRM);
    END;
  END LOOP;
END
$$;

-- A call writes a reference table on each node at once. Its triggers shall run once, on the coordinator.
SELECT run_command_on_placements(p.name::regclass, 'ALTER TABLE %s DISABLE TRIGGER USER') FROM places p WHERE p.place = 'never';

SELECT place, count(*) AS tables FROM places GROUP BY 1 ORDER BY 1;
SELECT * FROM citus_left_out ORDER BY 1, 2;
