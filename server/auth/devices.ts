import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { createSecret, readSecret } from '../db/secret-token.ts'

/** What a browser shows when it comes to sign in. */
export interface Browser {
  deviceCookie: string | undefined
  network: string
}

const devicesMax = 20
const networkDays = 90
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * A name for where this account has signed in from before: this browser, else this network. Undefined for a stranger, and
 * for an account that does not exist, after the same work.
 */
export async function findKnownPlace(
  db: Db,
  userId: string | undefined,
  { deviceCookie, network }: Browser,
): Promise<string | undefined> {
  const hash = readSecret(deviceCookie) ?? Buffer.alloc(0)
  const rows = await db
    .selectFrom('known_devices')
    .select(['id', 'token_hash'])
    .where('user_id', '=', userId ?? nobody)
    .where(
      sql<boolean>`(token_hash = ${hash}
        or (network = ${network} and last_used_at > now() - make_interval(days => ${networkDays})))`,
    )
    .execute()
  const device = rows.find((row) => row.token_hash.equals(hash))
  if (device) return `device ${device.id}`
  return rows.length > 0 ? `network ${network}` : undefined
}

/**
 * Makes a browser one that the account is known by, and returns what its cookie carries. A cookie of somebody else's
 * making is not taken over.
 */
export async function rememberDevice(tx: Db, userId: string, { deviceCookie, network }: Browser): Promise<string> {
  const hash = readSecret(deviceCookie)
  if (deviceCookie !== undefined && hash && (await noteUse(tx, userId, hash, network))) return deviceCookie
  const secret = createSecret()
  await tx.insertInto('known_devices').values({ user_id: userId, token_hash: secret.hash, network }).execute()
  await tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('known_devices')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(devicesMax),
    )
    .execute()
  return secret.text
}

async function noteUse(tx: Db, userId: string, hash: Buffer, network: string): Promise<boolean> {
  const known = await tx
    .updateTable('known_devices')
    .set({ last_used_at: sql`now()`, network })
    .where('user_id', '=', userId)
    .where('token_hash', '=', hash)
    .returning('id')
    .executeTakeFirst()
  return known !== undefined
}
