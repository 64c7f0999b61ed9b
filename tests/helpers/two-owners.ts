import { createAdmin, type Person, type TestApp } from './app.ts'

/** Adds two owners of these names, and suspends all other administrators. */
export async function createTwoOwners(
  site: TestApp,
  names = ['Grace Hopper', 'Ada Lovelace'],
): Promise<[Person, Person]> {
  const [first, second] = [await createAdmin(site, names[0]), await createAdmin(site, names[1])]
  await site.database.owner.query(`UPDATE profiles SET status = 'Suspended' WHERE role = 'admin' AND id <> ALL ($1)`, [
    [first.userId, second.userId],
  ])
  return [first, second]
}
