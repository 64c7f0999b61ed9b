import { mkdirSync, utimesSync, watch } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createMember, uploadSlip, withDatabase, type Person } from '../helpers/api.ts'
import { listKeptFiles } from '../helpers/list-kept-files.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const kills = 4
const uploadsInEach = 3
const dayMs = 24 * 60 * 60 * 1000
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_900_000, 32), Buffer.from('\n%%EOF')])

let server: TestServer
let members: Person[]
beforeAll(async () => {
  server = await startServer()
  members = await Promise.all(Array.from({ length: uploadsInEach }, async () => createMember(server)))
})
afterAll(() => server.stop())

const listPaths = async () =>
  withDatabase(server, async (db) => {
    const { rows } = await sql<{ path: string }>`select path from uploads`.execute(db)
    return new Set(rows.map(({ path }) => basename(path)))
  })

/** Kills the server when the first of several uploads reaches the disk. */
async function killDuringUploads(): Promise<void> {
  const waiting = members.map(({ userId }) => {
    const folder = join(server.dataDir, 'files', 'payment_proofs', userId)
    mkdirSync(folder, { recursive: true })
    const begun = Promise.withResolvers<void>()
    const watcher = watch(folder, (_, name) => name?.endsWith('.part') && begun.resolve())
    return { begun: begun.promise, watcher }
  })
  const uploads = members.map(async (member) =>
    uploadSlip(member, { mimeType: 'application/pdf', buffer: large }).then(
      () => 'kept',
      () => 'lost',
    ),
  )
  await Promise.any(waiting.map(async ({ begun }) => begun))
  await server.kill('SIGKILL')
  for (const { watcher } of waiting) watcher.close()
  await Promise.all(uploads)
  await server.restart()
}

test('after twelve uploads that a kill of the server cut short, the sweep leaves no file without a record', async () => {
  for (let at = 0; at < kills; at += 1) await killDuringUploads()
  const known = await listPaths()
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
}, 120_000)
