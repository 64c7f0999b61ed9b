import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, utimesSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createMember, uploadSlip, withDatabase, type Person } from '../helpers/api.ts'
import type { Chance } from '../helpers/faults/chance.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { listKeptFiles } from '../helpers/list-kept-files.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const kills = sizeOf({ short: 4, full: 20 })
const writers = 3
const dayMs = 24 * 60 * 60 * 1000
const smallest = 20_000
/** A large file takes long enough to be met by a kill. The most that is allowed is 5 MB. */
const largest = 4_900_000

let server: TestServer
let members: Person[]
beforeAll(async () => {
  server = await startServer()
  members = await Promise.all(Array.from({ length: writers }, async () => createMember(server)))
})
afterAll(() => server.stop())

/** An upload that the server has acknowledged. */
interface Acknowledged {
  id: string
  path: string
  sha256: string
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const folderOf = (userId = '') => join(server.dataDir, 'files', 'payment_proofs', userId)

/** Makes a document like no other. */
function makeDocument(chance: Chance, bytes: number): Buffer {
  const filling = Buffer.alloc(bytes, String(chance.fraction()))
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), filling, Buffer.from('\n%%EOF')])
}

/** Uploads a document, and returns what the server has acknowledged; undefined if no answer came. */
async function upload(member: Person, buffer: Buffer): Promise<Acknowledged | undefined> {
  const answer = await uploadSlip(member, { mimeType: 'application/pdf', buffer }).catch((error: unknown) => {
    // Only a killed server gives no answer. A refusal would be one.
    if (String(error).includes(' answered ')) throw error
    return undefined
  })
  return answer && { ...answer, sha256: hashOf(buffer) }
}

/**
 * Kills the server when the first of several large uploads reaches the disk. Each member has uploaded a small one before. Returns the
 * acknowledged uploads.
 */
async function killDuringUploads(chance: Chance): Promise<Acknowledged[]> {
  const small = members.map(async (member) => upload(member, makeDocument(chance, smallest + chance.below(smallest))))
  const acknowledged = await Promise.all(small)
  expect(acknowledged).not.toContain(undefined)
  const waiting = members.map(({ userId }) => {
    const folder = folderOf(userId)
    mkdirSync(folder, { recursive: true })
    const begun = Promise.withResolvers<void>()
    const watcher = watch(folder, (_, name) => name?.endsWith('.part') && begun.resolve())
    return { begun: begun.promise, watcher }
  })
  const large = members.map(async (member) => upload(member, makeDocument(chance, largest - chance.below(smallest))))
  await Promise.any(waiting.map(async ({ begun }) => begun))
  await server.kill('SIGKILL')
  for (const { watcher } of waiting) watcher.close()
  acknowledged.push(...(await Promise.all(large)))
  await server.restart()
  return acknowledged.filter((one) => one !== undefined)
}

/** Returns each row of an upload, with its hash and that of its file, which is missing if there is no file. */
async function readRows() {
  return withDatabase(server, async (db) => {
    const { rows } = await sql<{ id: string; path: string; sha256: string }>`
      select id, path, encode(sha256, 'hex') as sha256 from uploads`.execute(db)
    return rows.map((row) => {
      const file = join(folderOf(), row.path)
      return { ...row, ofFile: existsSync(file) ? hashOf(readFileSync(file)) : 'no file' }
    })
  })
}

/** Demands that each acknowledged upload has its row, and each row the file that it says. */
async function expectKept(acknowledged: readonly Acknowledged[]): Promise<void> {
  const rows = await readRows()
  expect(rows.filter(({ sha256, ofFile }) => ofFile !== sha256)).toEqual([])
  expect(rows).toEqual(
    expect.arrayContaining(acknowledged.map(({ id, path, sha256 }) => ({ id, path, sha256, ofFile: sha256 }))),
  )
}

test(
  'kills during uploads lose no acknowledged file and leave no row without one, and the sweep leaves no file without a row [R6]',
  { timeout: 60_000 + kills * 20_000 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R6', faults: `${kills} kills in uploads` })
    const acknowledged: Acknowledged[] = []
    for (let at = 0; at < kills; at += 1) acknowledged.push(...(await killDuringUploads(chance)))
    await expectKept(acknowledged)
    const known = new Set((await readRows()).map(({ path }) => basename(path)))
    const strays = listKeptFiles(server.dataDir).filter((file) => !known.has(basename(file)))
    // Without any stray file this test would show nothing.
    expect(strays.length).toBeGreaterThan(0)
    const kept = listKeptFiles(server.dataDir).filter((file) => !strays.includes(file))
    const old = new Date(Date.now() - 3 * dayMs)
    for (const file of strays) utimesSync(file, old, old)
    // The sweep ran when the server first started, and is due again in six hours.
    await withDatabase(server, (db) => sql`update jobs set due_at = now() where name = 'retention'`.execute(db))
    await server.restart()
    await expect.poll(() => listKeptFiles(server.dataDir), { timeout: 20_000 }).toEqual(kept)
    await expectKept(acknowledged)
    note(
      `${acknowledged.length} of ${kills * writers * 2} uploads acknowledged and kept, ${strays.length} strays swept`,
    )
  },
)
