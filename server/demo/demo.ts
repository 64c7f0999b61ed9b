import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { createDb, createPool, type Db } from '../platform/db/client.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { withConnection } from '../platform/db/connect.ts'
import { StartRefusal } from '../platform/db/start-refusal.ts'
import { createEvents } from '../platform/events/events.ts'
import { rollUp } from '../money/ledger/ledger.ts'
import type { Files } from '../platform/files/files.ts'
import { listPackages } from '../money/packages/packages.ts'
import { moveIntoPast } from './past.ts'
import { adminEmail, administrators, createPerson, demoDomain, type DemoPerson } from './people.ts'
import { historyDays, planYear, demoMember, type PlannedEvent } from './plan.ts'
import { createRandom } from './random.ts'
import { applyEvent, type DemoWorld } from './apply-event.ts'

export interface DemoDeps {
  db: Db
  /** The same database, with the rights of its owner. */
  ownerUrl: string
  files: Files
  hashPassword: (password: string) => Promise<string>
}

/**
 * The people to sign in as. Their passwords are new at every start, because only hashes of the old ones are kept. All
 * administrators have one password.
 */
export interface DemoCredentials {
  admin: { email: string; password: string }
  member: { email: string; password: string }
}

const memberCount = 200
const seed = 20_260_101

/**
 * Fills a database with a believable year, through the functions that serve members, then moves it into the past.
 * Completes the work of an interrupted start, and leaves a complete world as it is. Refuses a database that has real
 * people.
 */
export async function openDemoWorld({ db, ownerUrl, files, hashPassword }: DemoDeps): Promise<DemoCredentials> {
  await refuseRealPeople(db)
  const random = createRandom(seed)
  const people = Array.from({ length: memberCount }, (_, index) => createPerson(random, index + 1))
  const adminId = await addAdministrators(ownerUrl)
  const plan = planYear(
    random,
    await listPackages(db),
    people.map(({ walletAddress }) => walletAddress !== undefined),
  )
  await withConnection(ownerUrl, async (owner) => {
    const done = await readProgress(owner, people, plan)
    if (done.isWhole) return
    // No person signs in with this password, so it is never shown.
    const passwordHash = await hashPassword(createPassword())
    const { residents, requests } = done
    const world = { files, events: createEvents(), adminId, passwordHash, people, residents, requests }
    // The wallet addresses of a year are entered within seconds, and no withdrawal of the story waits for that.
    await owner.query('UPDATE settings SET hold_hours = 0')
    await applyAll(ownerUrl, world, plan.slice(done.count))
    await owner.query('UPDATE settings SET hold_hours = DEFAULT')
    // Members have read what happened long ago, but for the newest two notices.
    await owner.query('UPDATE notice_boxes SET read_number = greatest(last_number - 2, 0)')
    await moveIntoPast(
      owner,
      plan.map(({ act, key, person, daysAgo }) => ({
        daysAgo,
        ...(act === 'join' ? { email: people[person]?.email ?? '' } : { key }),
      })),
    )
  })
  await rollUp(db)
  const member = { email: people[demoMember]?.email ?? '' }
  const credentials = {
    admin: { email: adminEmail, password: await renewPassword(ownerUrl, administrators, hashPassword) },
    member: { email: member.email, password: await renewPassword(ownerUrl, [member], hashPassword) },
  }
  await endPasswordHold(ownerUrl, member.email)
  return credentials
}

/** Takes the hold away that a new password begins, because the installation and no person sets one at each start. */
async function endPasswordHold(ownerUrl: string, email: string): Promise<void> {
  await withConnection(ownerUrl, (owner) =>
    owner.query(
      `DELETE FROM member_holds WHERE cause = 'password' AND user_id = (SELECT id FROM profiles WHERE email = $1)`,
      [email],
    ),
  )
}

/** Applies events with the rights of the database's owner, because the people of the demonstration have no sessions. */
async function applyAll(ownerUrl: string, world: Omit<DemoWorld, 'tx'>, events: readonly PlannedEvent[]) {
  const onError = (error: Error) => {
    throw error
  }
  const db = createDb(createPool(ownerUrl, { max: 1, onError }))
  try {
    for (const event of events) {
      await applyAndCommit(db, world, event)
      // Each event happens on a day of its own, so the rules that sum up a day have nothing to sum.
      if (event.act === 'end') await db.deleteFrom('ledger.decided_worth').execute()
    }
  } finally {
    await db.destroy()
  }
}

/** Applies an event in one transaction, so that a start after a crash can continue from there. */
async function applyAndCommit(db: Db, world: Omit<DemoWorld, 'tx'>, event: PlannedEvent): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Events that a crash takes away are made again.
    await sql`set local synchronous_commit to off`.execute(tx)
    await applyEvent({ ...world, tx }, event)
  })
}

interface Progress extends Pick<DemoWorld, 'residents' | 'requests'> {
  /** True if all events have happened and lie in the past. */
  isWhole: boolean
  /**
   * The number of events of the plan that have happened. It is counted by the last money call or sign-up in the
   * database.
   */
  count: number
}

async function readProgress(
  owner: pg.Client,
  people: readonly DemoPerson[],
  plan: readonly PlannedEvent[],
): Promise<Progress> {
  const numbers = new Map(people.map(({ email }, person) => [email, person]))
  const settled = await owner.query<{ id: string; email: string; member_id: string }>(
    `SELECT id, email, member_id FROM profiles WHERE role = 'user'`,
  )
  const residents = new Map(
    settled.rows.map(({ id, email, member_id: memberId }) => [numbers.get(email) ?? -1, { userId: id, memberId }]),
  )
  const calls = await owner.query<{ key: string; request_id: string | null }>(
    `SELECT key, request_id FROM ledger.commands WHERE operation <> 'open'`,
  )
  const requestIds = new Map(calls.rows.map((call) => [call.key, call.request_id]))
  const count =
    1 + plan.findLastIndex(({ act, person, key }) => (act === 'join' ? residents.has(person) : requestIds.has(key)))
  const requests = new Map<number, string>()
  for (const { act, person, key } of plan.slice(0, count)) {
    const requestId = requestIds.get(key)
    if (act === 'ask' && requestId) requests.set(person, requestId)
    else if (act === 'ask') requests.delete(person)
  }
  // An earlier version made other stories with other keys.
  const isOfEarlierVersion = calls.rows.length > 0 && requests.size === 0
  return { residents, requests, count, isWhole: isOfEarlierVersion || (await isInThePast(owner)) }
}

async function isInThePast(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ is_told: boolean }>(
    `SELECT created_at < now() - interval '${historyDays} days' AS is_told FROM profiles WHERE email = $1`,
    [adminEmail],
  )
  return rows[0]?.is_told ?? false
}

async function refuseRealPeople(db: Db): Promise<void> {
  const real = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', 'not like', `%@${demoDomain}`)
    .limit(1)
    .executeTakeFirst()
  if (real) {
    throw new StartRefusal(
      'The demonstration needs a database without real people, and this one has some. Set DATA_DIR to another folder.',
    )
  }
}

/** Adds the administrators that are missing, with the rights of the database's owner. Returns the id of the owner. */
async function addAdministrators(ownerUrl: string): Promise<string> {
  return withConnection(ownerUrl, async (owner) => {
    for (const { duty, email, fullName } of administrators) {
      await owner.query(
        `INSERT INTO profiles (role, duty, status, full_name, email) VALUES ('admin', $1, 'Active', $2, $3)
         ON CONFLICT (email) DO NOTHING`,
        [duty, fullName, email],
      )
    }
    const { rows } = await owner.query<{ id: string }>('SELECT id FROM profiles WHERE email = $1', [adminEmail])
    return rows[0]?.id ?? ''
  })
}

/** Gives these people a new password with the rights of the database's owner, and returns it. */
async function renewPassword(
  ownerUrl: string,
  people: readonly { email: string }[],
  hashPassword: DemoDeps['hashPassword'],
): Promise<string> {
  const password = createPassword()
  const passwordHash = await hashPassword(password)
  await withConnection(ownerUrl, (owner) =>
    owner.query(
      `INSERT INTO credentials (user_id, password_hash, email_confirmed_at)
       SELECT p.id, $1, now() FROM profiles p WHERE p.email = ANY ($2)
       ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, password_changed_at = now()`,
      [passwordHash, people.map(({ email }) => email)],
    ),
  )
  return password
}

/**
 * Returns a password such as "Demo-k3m9qx4p2rtz". It has no letters that look alike, because a person types it from the
 * console.
 */
function createPassword(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
  return `Demo-${Array.from(randomBytes(12), (byte) => alphabet.charAt(byte % alphabet.length)).join('')}`
}
