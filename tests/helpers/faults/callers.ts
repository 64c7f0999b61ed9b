import { randomUUID } from 'node:crypto'
import { sessionCookieName } from '../../../server/platform/http/session-cookie.ts'
import type { Db } from '../../../server/platform/db/client.ts'
import { withDatabase } from '../api.ts'
import { createAdmin, createMember, createToken, giveCoins } from '../people.ts'
import type { TestServer } from '../server.ts'
import type { Slip } from './slips.ts'

export interface Caller {
  id: string
  memberId: string
  cookie: string
  /** The payment slips that the member has not used. */
  slips: Slip[]
}

export interface Callers {
  members: Caller[]
  admin: Caller
  /** The member who brought another one in, by the user id of the latter. */
  referrers: Map<string, string>
  /** The coins of each member. */
  opening: number
  pack: Package
}

export interface Package {
  id: string
  coins: number
  bonus: number
  reward: number
}

const usualOpening = 5_000_000
/** The first so many members bring all later ones in, and each other. */
const referring = 8
/** A tenth more coins for the buyer, and a fifth for the referrer, as a new installation has it. */
const terms = { coins: 10_000, bonus: 1_000, reward: 2_000 }

/** Makes members with coins and sessions, an administrator with a session, and a package with a bonus. */
export async function createCallers(
  server: TestServer,
  { count, opening = usualOpening }: { count: number; opening?: number },
): Promise<Callers> {
  return withDatabase(server, async (db) => {
    const open = async (id: string, memberId = ''): Promise<Caller> => {
      // Mails need the language that is stored here. No password opens these accounts.
      await db.insertInto('credentials').values({ user_id: id, password_hash: 'none' }).execute()
      return { id, memberId, cookie: `${sessionCookieName(server.url)}=${await createToken(db, id)}`, slips: [] }
    }
    const admin = await createAdmin(db)
    const members: Caller[] = []
    const referrers = new Map<string, string>()
    while (members.length < count) {
      const referrer = members[(members.length - 1) % Math.min(members.length, referring)]
      const { id, memberId } = await createMember(db, referrer && { referredById: referrer.id })
      if (referrer) referrers.set(id, referrer.id)
      await giveCoins(db, admin.id, id, opening)
      members.push(await open(id, memberId))
    }
    return { members, admin: await open(admin.id), referrers, opening, pack: await createPackage(db) }
  })
}

/** Adds a package with a bonus. */
export async function createPackage(db: Db): Promise<Package> {
  const { id } = await db
    .insertInto('packages')
    .values({
      package_name: `Package ${randomUUID().slice(0, 8)}`,
      min_coin_purchase: String(terms.coins),
      coin_price: '0.01',
      bonus_percentage: String((100 * terms.bonus) / terms.coins),
      withdrawal_time: '24 hours',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, ...terms }
}
