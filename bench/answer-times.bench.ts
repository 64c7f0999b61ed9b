import { request } from 'node:http'
import { sql } from 'kysely'
import { findPackage, withDatabase } from '../tests/helpers/api.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { figure, median, type BenchRow } from './figures.ts'

const warmUps = 10
const samples = 200
const tolerance = 0.1
const password = 'correct horse Battery 9'

/**
 * Tests that the time of an answer does not reveal which addresses have accounts. It times the kinds of call that must
 * look alike in turns. Each call uses another account and another network.
 */
export const bench = {
  name: 'answer-times',
  async run(): Promise<{ rows: BenchRow[] }> {
    const server = await startServer({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } })
    try {
      await addAccounts(server)
      const { id: packageId } = await findPackage(server, 'Gold')
      return {
        rows: [
          ...(await compare(server, 'sign-in with a wrong password', signIns)),
          ...(await compare(server, 'sign-up', signUps(packageId))),
        ],
      }
    } finally {
      await server.stop()
    }
  },
}

/** The body to post for the n-th sample of each kind. The other kinds are compared with the first. */
type Kinds = { path: string; bodies: Record<string, (number: number) => object> }

const signIns: Kinds = {
  path: '/api/auth/sign-in',
  bodies: Object.fromEntries(
    ['unknown', 'active', 'suspended', 'unconfirmed'].map((kind) => [
      kind,
      (number: number) => ({ email: `${kind}${number}@example.org`, password: 'not the password', portal: 'member' }),
    ]),
  ),
}

function signUps(packageId: string): Kinds {
  const form = {
    fullName: 'Ada Lovelace',
    contactNumber: '+44 20 7946 0018',
    country: 'GB',
    state: 'SCT',
    city: 'Edinburgh',
    password,
    retypePassword: password,
    packageId,
  }
  return {
    path: '/api/auth/sign-up',
    bodies: Object.fromEntries(
      ['new', 'active', 'suspended', 'unconfirmed'].map((kind) => [
        kind,
        (number: number) => ({ ...form, email: `${kind}${number}@example.org` }),
      ]),
    ),
  }
}

async function compare(server: TestServer, name: string, { path, bodies }: Kinds): Promise<BenchRow[]> {
  const kinds = Object.keys(bodies)
  const timesMs: Record<string, number[]> = Object.fromEntries(kinds.map((kind) => [kind, []]))
  for (let number = 0; number < warmUps + samples; number += 1) {
    // Each kind takes each place in turn, so that no kind always follows the same other kind.
    for (let place = 0; place < kinds.length; place += 1) {
      const kind = kinds[(place + number) % kinds.length] ?? ''
      const elapsedMs = await post(server, path, bodies[kind]?.(number) ?? {})
      if (number >= warmUps) timesMs[kind]?.push(elapsedMs)
    }
  }
  const [first = '', ...others] = kinds
  const base = timesMs[first] ?? []
  return [
    figure(`${name}, ${first}: median`, median(base), { unit: 'ms', digits: 1 }),
    ...others.map((kind): BenchRow => {
      // The ratio is taken round by round, because a busy machine slows both calls of a round.
      const ratio = median((timesMs[kind] ?? []).map((elapsedMs, round) => elapsedMs / (base[round] ?? 0)))
      const isAlike = Math.abs(ratio - 1) <= tolerance
      return { name: `${name}: ${kind} ÷ ${first}`, value: ratio.toFixed(3), bar: '0.9 to 1.1', pass: isAlike }
    }),
  ]
}

let calls = 0

async function post(server: TestServer, path: string, body: object): Promise<number> {
  calls += 1
  const headers = {
    origin: server.url,
    'content-type': 'application/json',
    'x-forwarded-for': `2001:db8:${(calls >> 16).toString(16)}:${(calls & 0xffff).toString(16)}::1`,
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const startMs = performance.now()
  request(server.url + path, { method: 'POST', headers }, (response) => {
    const { statusCode } = response
    if (statusCode !== 200 && statusCode !== 401) reject(new Error(`${path} answered ${statusCode}`))
    response.resume().on('end', () => resolve(performance.now() - startMs))
  })
    .on('error', reject)
    .end(JSON.stringify(body))
  return promise
}

/** Adds accounts of each kind. Their password hash belongs to no password. */
async function addAccounts(server: TestServer): Promise<void> {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$Tm8gcGFzc3dvcmQgaGFzIGl0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  await withDatabase(server, async (db) => {
    await sql`
      with added as (
        insert into profiles (status, full_name, email, member_id, referral_code)
        select status, 'Member', kind || n || '@example.org', 'M-' || kind || n, 'R-' || kind || n
          from (values ('active', 'Active'), ('suspended', 'Suspended'), ('unconfirmed', 'Inactive')) kinds (kind, status),
               generate_series(0, ${warmUps + samples}::int) n
        returning id, status)
      insert into credentials (user_id, password_hash, email_confirmed_at)
      select id, ${hash}, case when status <> 'Inactive' then now() end from added`.execute(db)
  })
}
