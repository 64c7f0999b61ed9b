import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/helpers/database.ts'
import { createMember } from '../../tests/helpers/people.ts'
import { withConnection } from '../platform/db/connect.ts'
import { moveIntoPast } from './past.ts'

test('the times between events do not depend on daylight saving time', async () => {
  const database = await createTestDatabase()
  const events: { email: string; daysAgo: number }[] = []
  // At any time of the year, some of these days are in the other season of the clocks.
  for (let daysAgo = 345; daysAgo > 0; daysAgo -= 30) {
    const { email } = await createMember(database.ownerDb)
    events.push({ email, daysAgo })
  }
  await withConnection(database.ownerUrl, async (owner) => {
    await owner.query(`SET TIME ZONE 'Europe/Warsaw'`)
    await moveIntoPast(owner, events)
  })
  const { rows } = await database.owner.query<{ email: string; hours_ago: number }>(
    `SELECT email, round(extract(epoch FROM now() - created_at) / 3600)::int AS hours_ago FROM profiles ORDER BY created_at`,
  )
  expect(rows).toEqual(events.map(({ email, daysAgo }) => ({ email, hours_ago: daysAgo * 24 })))
  await database.drop()
})
