import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

export interface PastEvent {
  /** The key of the event's money call or, without one, the address of the person who joined. */
  key?: string
  email?: string
  daysAgo: number
}

/**
 * Moves the events that were just made into the past, each by its days. It moves all or none. It needs the owner's
 * rights, and the server must not answer calls yet.
 */
export async function moveIntoPast(owner: pg.Client, events: readonly PastEvent[]): Promise<void> {
  await owner.query('BEGIN')
  await owner.query('CREATE TEMP TABLE events (key uuid, email text, told timestamptz NOT NULL) ON COMMIT DROP')
  // Days of 24 hours keep the order. Calendar days could swap two events when the clocks change.
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
