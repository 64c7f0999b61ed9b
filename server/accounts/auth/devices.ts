import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/client.ts'
import { createSecret, readSecret } from '../../platform/db/secret-token.ts'

/** The marks by which a browser is recognised at sign-in. */
export interface Browser {
  deviceCookie: string | undefined
  network: string
}

const placesMax = 20
const networkDays = 90
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Returns a name for the place where this account has signed in before: this browser, or else this network. Returns
 * undefined for a stranger, and for an account that does not exist after the same work.
 */
export async function findKnownDevice(
  db: Db,
  userId: string | undefined,
  { deviceCookie, network }: Browser,
): Promise<string | undefined> {
  const hash = readSecret(deviceCookie) ?? Buffer.alloc(0)
  const rows = await db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('user_id', '=', userId ?? nobody)
    .where(
      sql<boolean>`(token_hash = ${hash}
        or (network = ${network} and last_used_at > now() - make_interval(days => ${networkDays})))`,
    )
    .execute()
  if (rows.some((row) => row.token_hash.equals(hash))) return `device ${hash.toString('hex')}`
  return rows.length > 0 ? `network ${network}` : undefined
}

/** True for a place that is a browser, not only a network. A stranger may share the network of a member. */
export function isKnownBrowser(place: string | undefined): boolean {
  return place?.startsWith('device ') === true
}

/** True if the account of this address has signed in from the browser with this cookie. */
export async function isBrowserOf(db: Db, email: string, deviceCookie: string | undefined): Promise<boolean> {
  const hash = readSecret(deviceCookie)
  if (!hash) return false
  const row = await db
    .selectFrom('known_devices as k')
    .innerJoin('profiles as p', 'p.id', 'k.user_id')
    .select('k.id')
    .where('p.email', '=', email)
    .where('k.token_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records that the account has signed in from this browser, and returns the value of its cookie. A cookie value that
 * the account does not know is replaced by a new one. `isNew` is true if the account was open elsewhere before, and never
 * here. The database then holds the coins of a member without a second factor (server/money/ledger/holds.sql).
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  { deviceCookie, network }: Browser,
): Promise<{ cookie: string; isNew: boolean }> {
  const brought = readSecret(deviceCookie)
  const isKnown = brought !== undefined && (await hasDevice(tx, userId, brought))
  const { text, hash } = isKnown ? { text: deviceCookie ?? '', hash: brought } : createSecret()
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, token_hash: hash, network })
    .onConflict((conflict) => conflict.constraint('known_place_taken').doUpdateSet({ last_used_at: sql`now()` }))
    .execute()
  const isNew = !isKnown && (await isNewDevice(tx, userId, hash))
  await forgetOldest(tx, userId)
  return { cookie: text, isNew }
}

async function hasDevice(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('known_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function isNewDevice(tx: Tx, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    select ledger.is_new_device(k) as is_new from known_devices k
     where k.user_id = ${userId} and k.token_hash = ${hash}`.execute(tx)
  return rows[0]?.is_new ?? false
}

async function forgetOldest(tx: Tx, userId: string): Promise<void> {
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
        .offset(placesMax),
    )
    .execute()
}
