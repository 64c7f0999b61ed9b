import type { Db } from '../platform/db/client.ts'
import { StartRefusal } from '../platform/db/start-refusal.ts'
import { adminEmail } from './people.ts'

/** Refuses to start normally on a database of made-up people, because they must not pass for real ones. */
export async function refuseDemoPeople(db: Db): Promise<void> {
  if ((await findAdmin(db)) === undefined) return
  throw new StartRefusal(
    'This database holds a demonstration. Start it with `npm start -- --demo`, or set DATA_DIR to another folder.',
  )
}

async function findAdmin(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('profiles').select('id').where('email', '=', adminEmail).executeTakeFirst()
  return row?.id
}
