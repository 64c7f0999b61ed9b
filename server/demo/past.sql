-- Moves a world that was just made into the past. The table "events" names the new moment of each event, by the key of
-- a money call or by the address of the person who joined.
-- The owner runs this in one transaction before the server answers calls. Foreign keys and the triggers that protect
-- history are off meanwhile, and on again afterwards.

-- Rows between an event and the next one keep their distance from it, or a shorter one. The part below a millisecond
-- stays, because the ids that are ordered by time hold it, too.
CREATE TEMP TABLE moments ON COMMIT DROP AS
SELECT actual, told, lead(told) OVER (ORDER BY actual) - told AS gap
  FROM (SELECT actual, date_trunc('milliseconds', told) + (actual - date_trunc('milliseconds', actual)) AS told
          FROM (SELECT c.created_at AS actual, e.told FROM events e JOIN ledger.commands c ON c.key = e.key
                UNION
                SELECT p.created_at, e.told FROM events e JOIN profiles p ON p.email = e.email) m) m;
CREATE INDEX ON moments (actual);
ANALYZE moments;

-- Rows from before the first event move to a day before it.
CREATE FUNCTION pg_temp.told(t timestamptz) RETURNS timestamptz LANGUAGE sql STABLE STRICT AS $$
  SELECT CASE WHEN t > now() THEN t
              ELSE coalesce((SELECT m.told + least(t - m.actual, m.gap / 2) FROM moments m WHERE m.actual <= t ORDER BY m.actual DESC LIMIT 1),
                            (SELECT min(told) - interval '1 day' FROM moments)) END
$$;

-- Lists are ordered by ids, which begin with the time in milliseconds. So the ids move with the rows. People and files
-- keep theirs, because the folders and names of files are made of them.
CREATE TEMP TABLE renamed (old uuid PRIMARY KEY, new uuid NOT NULL) ON COMMIT DROP;
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN SELECT format('%I.%I', c.table_schema, c.table_name) AS name
             FROM information_schema.columns c
             JOIN information_schema.columns m USING (table_schema, table_name)
             JOIN information_schema.tables USING (table_schema, table_name)
            WHERE table_schema IN ('public', 'ledger') AND table_type = 'BASE TABLE' AND table_name NOT IN ('profiles', 'uploads', 'packages')
              AND c.column_name = 'id' AND c.data_type = 'uuid' AND m.column_name = 'created_at' LOOP
    EXECUTE format($sql$
      INSERT INTO renamed
      SELECT id, encode(substring(int8send(('x' || left(encode(uuid_send(id), 'hex'), 12))::bit(48)::bigint
                                           + floor(extract(epoch FROM pg_temp.told(created_at) - created_at) * 1000)::bigint) FROM 3)
                        || substring(uuid_send(id) FROM 7), 'hex')::uuid
        FROM %s ON CONFLICT DO NOTHING $sql$, t.name);
  END LOOP;
END
$$;
ANALYZE renamed;

DO $$
DECLARE
  tables text[] := ARRAY(SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables
                          WHERE table_schema IN ('public', 'ledger') AND table_type = 'BASE TABLE' AND table_name <> 'schema_migrations');
  links text[] := ARRAY(SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
                          FROM pg_constraint WHERE contype = 'f' AND connamespace IN ('public'::regnamespace, 'ledger'::regnamespace));
  t text;
  changes text;
BEGIN
  FOR t IN SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
             FROM pg_constraint WHERE contype = 'f' AND connamespace IN ('public'::regnamespace, 'ledger'::regnamespace) LOOP
    EXECUTE t;
  END LOOP;
  FOREACH t IN ARRAY tables LOOP
    SELECT string_agg(format(CASE data_type WHEN 'uuid' THEN '%1$I = coalesce((SELECT new FROM renamed WHERE old = %1$I), %1$I)'
                                            ELSE '%1$I = pg_temp.told(%1$I)' END, column_name), ', ') INTO changes
      FROM information_schema.columns
     WHERE format('%I.%I', table_schema, table_name) = t AND data_type IN ('uuid', 'timestamp with time zone') AND is_generated = 'NEVER';
    CONTINUE WHEN changes IS NULL;
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t);
    EXECUTE format('UPDATE %s SET %s', t, changes);
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', t);
  END LOOP;
  FOREACH t IN ARRAY links LOOP
    EXECUTE t;
  END LOOP;
END
$$;

-- The audit log names requests in its details.
ALTER TABLE audit_events DISABLE TRIGGER USER;
UPDATE audit_events SET detail = detail || jsonb_build_object('requestId', new) FROM renamed WHERE old::text = detail ->> 'requestId';
ALTER TABLE audit_events ENABLE TRIGGER USER;
