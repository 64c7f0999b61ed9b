import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

export interface TellablePast {
  /** The key of the money call by which an event is known, or else the address of the person who joined in it. */
  key?: string
  email?: string
  daysAgo: number
}

/**
 * Moves what has just been made up into the past, as far back as each event names. All or nothing. Needs the rights of the
 * owner, and that nobody is served yet.
 */
export async function tellPast(owner: pg.Client, events: readonly TellablePast[]): Promise<void> {
  await owner.query('BEGIN')
  await owner.query('CREATE TEMP TABLE events (key uuid, email text, told timestamptz NOT NULL) ON COMMIT DROP')
  // Days of 24 hours: where the clocks change, the calendar's could put a later event before an earlier one.
  await owner.query(
    `INSERT INTO events SELECT key, email, now() - days_ago * interval '24 hours'
       FROM unnest($1::uuid[], $2::text[], $3::float8[]) AS e (key, email, days_ago)`,
    [
      events.map(({ key }) => key ?? null),
      events.map(({ email }) => email ?? null),
      events.map(({ daysAgo }) => daysAgo),
    ],
  )
  await owner.query(readFileSync(join(import.meta.dirname, 'past.sql'), 'utf8'))
  await owner.query('COMMIT')
}
