import type pg from 'pg'

/** A clock that the functions of the database read in place of the real one. */
export interface MovedClock {
  /** Sets the time. The clock then goes on at its real pace. */
  set(time: Date): Promise<void>
}

/**
 * Lets the rules of the database read a clock that a test can move, where no one else reads the database. The functions find
 * its now() before that of PostgreSQL. The approvals and proposals date themselves by it, too. Sessions keep the real time, so
 * a test goes back into the past and on from there.
 */
export async function moveClock(owner: pg.Pool): Promise<MovedClock> {
  await owner.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.ahead (by interval NOT NULL);
    INSERT INTO clock.ahead VALUES ('0');
    CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT pg_catalog.now() + a.by FROM clock.ahead a';
    CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + a.by FROM clock.ahead a';
    GRANT USAGE ON SCHEMA clock TO et_app;
    GRANT SELECT ON clock.ahead TO et_app;
    ALTER TABLE ledger.approvals ALTER created_at SET DEFAULT clock.now();
    ALTER TABLE ledger.proposed_changes ALTER created_at SET DEFAULT clock.now()`)
  const { rows } = await owner.query<{ name: string; path: string }>(`
    SELECT p.oid::regprocedure AS name, split_part(c, '=', 2) AS path
      FROM pg_proc p CROSS JOIN unnest(p.proconfig) c
     WHERE p.pronamespace IN ('ledger'::regnamespace, 'public'::regnamespace) AND c LIKE 'search_path=%'`)
  for (const { name, path } of rows) {
    await owner.query(`ALTER FUNCTION ${name} SET search_path = clock, ${path}, pg_catalog`)
  }
  return {
    async set(time) {
      await owner.query('UPDATE clock.ahead SET by = $1::timestamptz - pg_catalog.now()', [time])
    },
  }
}
