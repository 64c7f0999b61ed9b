import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createBuyer, type Person } from '../helpers/api.ts'
import { addCoins } from '../helpers/faults/add-coins.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const root = join(import.meta.dirname, '../..')
let server: TestServer
let member: Person
beforeAll(async () => {
  server = await startServer()
  member = await createBuyer(await createAdmin(server), { name: 'Amara Osei' })
})
afterAll(async () => server.stop())

/** Runs the command on a data folder, that of the server unless another is named. */
async function verify(dataDir = server.dataDir): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  const child = spawn(process.execPath, [join('scripts', 'verify.ts')], { cwd: root, env })
  const outputs = Promise.all([text(child.stdout), text(child.stderr)])
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  return { code: await promise, output: (await outputs).join('') }
}

test('the ledger is read against its rules while the server runs, and a coin too many is named with its member', async () => {
  expect(await verify()).toEqual({
    code: 0,
    output: expect.stringMatching(/^The ledger holds: \d+ movements, read in/) as string,
  })
  await addCoins(member, 1)
  const { code, output } = await verify()
  expect(code).toBe(1)
  expect(output).toContain(`member ${member.userId}`)
  expect(output).toMatch(/violations among \d+ movements/)
  await addCoins(member, -1)
  expect((await verify()).code).toBe(0)
}, 60_000)

test('it reads the ledger of a server that is stopped, and says if there is none', async () => {
  await server.kill('SIGTERM')
  expect(await verify()).toMatchObject({ code: 0 })
  expect((await verify(join(server.dataDir, 'nothing'))).output).toContain('holds no database')
}, 60_000)
