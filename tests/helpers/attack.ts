import { randomUUID } from 'node:crypto'
import http, { type IncomingHttpHeaders } from 'node:http'
import pg from 'pg'
import { expect } from 'vitest'
import type { Person } from './api.ts'
import { startServer, type TestServer } from './server.ts'
import { readTableDigests } from './table-digests.ts'

/**
 * A running server to attack. Every limit is on. The server trusts forwarded addresses, so attacks can come from many.
 */
export interface Target {
  server: TestServer
  owner: pg.Pool
  stop(): Promise<void>
}

export interface Attack {
  method?: string
  path: string
  /** Sent as JSON, unless it is text or bytes. */
  body?: unknown
  headers?: Record<string, string>
  /** The person who makes the call with their session. */
  as?: Person | undefined
  /** The address that the call appears to come from. */
  from?: string
}

export interface AttackAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The parsed answer, or undefined if it is not JSON. */
  body: { code?: string; message?: string; fields?: Record<string, string> } | undefined
}

export async function startTarget(env: Record<string, string> = {}): Promise<Target> {
  const server = await startServer({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1', ...env } })
  const owner = openAsOwner(server)
  return {
    server,
    owner,
    async stop() {
      await owner.end()
      await server.stop()
    },
  }
}

/** Sends a request with exactly these headers. The site's own origin is included, as a browser would include it. */
export async function attack({ server }: Pick<Target, 'server'>, attempt: Attack): Promise<AttackAnswer> {
  const { method = 'POST', path, body, headers = {}, as, from } = attempt
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const all: Record<string, string> = {
    // Every change gets a key. To leave a header out, pass it empty.
    ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
    origin: server.url,
    ...(payload !== undefined && {
      'content-type': 'application/json',
      // Without this header, Node sends the body of a DELETE as if it were another request.
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...(as && { cookie: `${as.session.name}=${as.session.value}` }),
    ...(from && { 'x-forwarded-for': from }),
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const { promise, resolve, reject } = Promise.withResolvers<AttackAnswer>()
  const { hostname, port } = new URL(server.url)
  const request = http.request({ hostname, port, method, path, headers: sent, agent: false }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parseJson(text) })
    })
    response.on('error', reject)
  })
  request.on('error', reject)
  request.end(payload)
  return promise
}

/**
 * Runs work that must change nothing, and fails with the names of the changed tables. `except` names tables that may
 * change. The limits, the jobs and the runs of the verifier always may.
 */
export async function expectUnchanged<T>(
  { owner }: Pick<Target, 'owner'>,
  work: () => Promise<T>,
  except: string[] = [],
): Promise<T> {
  await waitForMails(owner)
  await rollUpAll(owner)
  const before = await readTableDigests(owner)
  const result = await work()
  const after = await readTableDigests(owner)
  // The jobs of a running server note their runs all the time.
  const expected = [...except, 'public.rate_limits', 'public.jobs', 'ledger.verifications']
  const changed = Object.keys(after).filter((table) => after[table] !== before[table] && !expected.includes(table))
  expect(changed).toEqual([])
  return result
}

/** Demands that an answer to an attack reveals no cause, no place in the code, and no words of the database. */
export function expectNoInternals({ text, status }: AttackAnswer): void {
  expect(status).toBeLessThan(500)
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|postgres|syntax error|SELECT |INSERT |relation "|zod/i)
}

/**
 * Waits until the mails of earlier calls were written and have left the outbox. Later changes then come from the attack.
 */
async function waitForMails(owner: pg.Pool): Promise<void> {
  const countWaiting = async () =>
    (await owner.query('select 1 from mail_outbox union all select 1 from notice_mails')).rows.length
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(0)
}

/**
 * Rolls up the commands of earlier calls, as the server's clock would do at some moment. Later changes of the totals then
 * come from the attack.
 */
async function rollUpAll(owner: pg.Pool): Promise<void> {
  const countLeft = async () => {
    await owner.query('select ledger.roll_up()')
    return (await owner.query('select from ledger.fresh_commands()')).rows.length
  }
  await expect.poll(countLeft, { timeout: 10_000 }).toBe(0)
}

/** Opens the database of a server as its owner. A server that has started again has it at another port. */
export function openAsOwner(server: TestServer): pg.Pool {
  const pool = new pg.Pool({ connectionString: server.databaseUrl('owner'), max: 2 })
  // Without a listener, a connection that the server ends would end this process.
  pool.on('error', () => {})
  return pool
}

function parseJson(text: string): AttackAnswer['body'] {
  try {
    return JSON.parse(text) as AttackAnswer['body']
  } catch {
    return undefined
  }
}
