import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'
import { StartRefusal } from '../db/start-refusal.ts'
import { rollUp } from '../ledger/ledger.ts'
import type { Files } from '../outside/files.ts'
import { listPackages } from '../packages/packages.ts'
import { moveIn, type Resident } from './move-in.ts'
import { adminEmail, adminName, createPerson, demoDomain, type DemoPerson } from './people.ts'
import { createRandom } from './random.ts'
import type { World } from './story.ts'

export interface DemoDeps {
  db: Db
  files: Files
  hashPassword: (password: string) => Promise<string>
}

/** Who can be signed in as. The passwords are new at every start, as nobody can read the old ones. */
export interface DemoCredentials {
  admin: { email: string; password: string }
  member: { email: string; password: string }
}

const memberCount = 200
const seed = 20_260_101

/**
 * Fills a database with a believable world, through the same functions that serve members. What an interrupted start has
 * left is completed; a whole world is left as it is. Refuses to mix made-up people with real ones.
 */
export async function openDemoWorld({ db, files, hashPassword }: DemoDeps): Promise<DemoCredentials> {
  await refuseRealPeople(db)
  const random = createRandom(seed)
  const people = Array.from({ length: memberCount }, (_, index) => createPerson(random, index + 1))
  const world: Omit<World, 'random'> = {
    db,
    files,
    adminId: (await findAdmin(db)) ?? (await createAdmin(db)),
    packages: await listPackages(db),
  }
  // Nobody is told this password: most of the people are there to be looked at.
  const passwordHash = await hashPassword(createPassword())
  const residents: Resident[] = []
  for (const [index, person] of people.entries()) {
    const known = await findResident(db, person.email)
    residents.push(
      known ?? (await moveInWhole({ ...world, random: createRandom(seed + index) }, residents, person, passwordHash)),
    )
  }
  await rollUp(db)
  return {
    admin: await renewPassword(db, adminEmail, hashPassword),
    member: await renewPassword(db, people[0]?.email ?? '', hashPassword),
  }
}

/** Made-up people must not pass for real ones, so a demonstration is never started as anything else. */
export async function refuseDemoPeople(db: Db): Promise<void> {
  if ((await findAdmin(db)) === undefined) return
  throw new StartRefusal(
    'This database holds a demonstration. Start it with `npm start -- --demo`, or set DATA_DIR to another folder.',
  )
}

/** A person is there with their whole story or not at all, so that a start after a killed one can go on from there. */
async function moveInWhole(
  world: World,
  residents: Resident[],
  person: DemoPerson,
  passwordHash: string,
): Promise<Resident> {
  return world.db.transaction().execute(async (db) => moveIn({ ...world, db }, residents, person, passwordHash))
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

async function findAdmin(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('profiles').select('id').where('email', '=', adminEmail).executeTakeFirst()
  return row?.id
}

async function createAdmin(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('profiles')
    .values({ role: 'admin', status: 'Active', full_name: adminName, email: adminEmail })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function findResident(db: Db, email: string): Promise<Resident | undefined> {
  const row = await db
    .selectFrom('profiles')
    .select(['id', 'member_id', 'status'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row && { userId: row.id, memberId: row.member_id ?? '', isActive: row.status === 'Active' }
}

async function renewPassword(db: Db, email: string, hashPassword: DemoDeps['hashPassword']) {
  const password = createPassword()
  const passwordHash = await hashPassword(password)
  await db
    .insertInto('credentials')
    .columns(['user_id', 'password_hash', 'email_confirmed_at'])
    .expression(
      db
        .selectFrom('profiles')
        .select(['id', sql<string>`${passwordHash}`.as('password_hash'), sql<string>`now()`.as('confirmed_at')])
        .where('email', '=', email),
    )
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ password_hash: passwordHash, password_changed_at: sql`now()` }),
    )
    .execute()
  return { email, password }
}

/** "Demo-k3m9qx4p2rtz": typed from the console once, so without letters that look alike. */
function createPassword(): string {
  const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
  return `Demo-${Array.from(randomBytes(12), (byte) => alphabet.charAt(byte % alphabet.length)).join('')}`
}
