import { once } from 'node:events'
import { utimesSync, writeFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createBuyer, transfer, uploadSlip, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, openAsOwner, startTarget, type Target } from '../helpers/attack.ts'
import { listKeptFiles } from '../helpers/list-kept-files.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n0\n%%EOF\n')
const dayMs = 24 * 60 * 60 * 1000

let target: Target
let admin: Person
let sender: Person
let recipient: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
  sender = await createBuyer(admin)
  recipient = await createBuyer(admin)
})
afterAll(async () => {
  await target.owner.end()
  await target.server.stop()
})

const listFiles = () => listKeptFiles(target.server.dataDir)

/** Starts the server again, with further settings, and connects to its database anew. */
async function restart(settings = ''): Promise<void> {
  await target.owner.end()
  writeFileSync(join(target.server.dataDir, '.env'), settings)
  await target.server.restart()
  target.owner = openAsOwner(target.server)
}

test('the server rolls up by itself, also while no reader asks for a figure [A179]', async () => {
  await transfer(sender, recipient, 1000)
  const countBehind = async () => {
    const behind = 'SELECT FROM ledger.commands WHERE xid >= (SELECT watermark FROM ledger.rollup)'
    return (await target.owner.query(behind)).rows.length
  }
  await expect.poll(countBehind, { timeout: 20_000, interval: 500 }).toBe(0)
})

const send = async (as: Person) =>
  attack(target, {
    path: '/api/transfer-requests',
    body: { recipient_member_id: recipient.memberId, amount_coins: 1000 },
    as,
  })

test('a member has twenty open requests at most, also by calls at the same moment [A180]', async () => {
  const member = await createBuyer(admin)
  const outcomes = await Promise.all(Array.from({ length: 25 }, async () => send(member)))
  const codes = outcomes.filter(({ status }) => status !== 200).map(({ status, body }) => [status, body?.code])
  expect(codes).toEqual(Array.from({ length: 5 }, () => [409, 'open_requests_full']))
  const { rows } = await target.owner.query(
    `SELECT count(*)::int AS open FROM ledger.requests WHERE user_id = $1 AND status = 'pending'`,
    [member.userId],
  )
  expect(rows).toEqual([{ open: 20 }])
  const refused = await expectUnchanged(target, async () => send(member))
  expect([refused.status, refused.body?.code]).toEqual([409, 'open_requests_full'])
})

test('a loop that submits and cancels gets thirty calls through, and then one in two minutes [A181]', async () => {
  const member = await createBuyer(admin)
  await target.owner.query('DELETE FROM rate_limits')
  let through = 0
  for (let round = 0; round < 40; round += 1) {
    const made = await send(member)
    if (made.status !== 200) {
      expect([made.status, made.body?.code]).toEqual([429, 'too_many_requests'])
      break
    }
    const { id } = made.body as unknown as { id: string }
    const cancelled = await attack(target, { path: `/api/requests/${id}/cancellation`, body: {}, as: member })
    through += cancelled.status === 200 ? 2 : 1
  }
  // A slow machine may refill one attempt meanwhile. A full hour adds thirty.
  expect(through).toBeGreaterThanOrEqual(30)
  expect(through).toBeLessThanOrEqual(31)
  const refused = await expectUnchanged(target, async () => send(member))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  expect((await send(sender)).status).toBe(200)
})

test('a program that calls again at each refusal waits for the next refusal, and others do not [A218]', async () => {
  const [greedy, other] = [await createBuyer(admin), await createBuyer(admin)]
  const path = `/api/rpc/get_profile_by_member_id?p_member_id=${recipient.memberId}`
  const lookUp = async (as: Person): Promise<{ status: number; ms: number }> => {
    const start = performance.now()
    const { status } = await attack(target, { method: 'GET', path, as })
    if (status !== 503) return { status, ms: performance.now() - start }
    // A machine that is busy with the other calls sheds this one before it is judged.
    await sleep(200)
    return lookUp(as)
  }
  const answers = await expectUnchanged(target, async () =>
    Promise.all(Array.from({ length: 200 }, async () => lookUp(greedy))),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(180)
  // The server answers 120 refusals at once. A slow machine takes long for some of them, too.
  const slow = refused.filter(({ ms }) => ms > 1_900)
  expect(slow.length).toBeGreaterThan(40)
  expect(await lookUp(other)).toMatchObject({ status: 200 })
})

/** Asks for a file and takes nothing of the answer beyond what the operating system takes by itself. */
async function readSlowly(as: Person, path: string): Promise<Socket> {
  const { port } = new URL(target.server.url)
  const socket = createConnection({ port: Number(port), host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${as.session.name}=${as.session.value}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

test('a member who takes files slowly gets four at once, and others get theirs [A182]', async () => {
  const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(4_900_000, 32), Buffer.from('\n%%EOF')])
  const pathOf = ({ userId }: Person, { id }: { id: string }) => `/api/uploads/${userId}/${id}`
  const path = pathOf(recipient, await uploadSlip(recipient, { mimeType: 'application/pdf', buffer: large }))
  const sockets = await Promise.all(Array.from({ length: 4 }, async () => readSlowly(recipient, path)))
  const read = async (as: Person) => attack(target, { method: 'GET', path, as })
  try {
    const refused = await expectUnchanged(target, async () => read(recipient))
    expect([refused.status, refused.body?.code]).toEqual([429, 'too_many_requests'])
    expect((await read(admin)).status).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
  await expect.poll(async () => (await read(recipient)).status).toBe(200)
})

test('files that no request uses, and pieces of killed uploads, are gone after two days [A178]', async () => {
  const [unused, fresh] = [await uploadSlip(sender), await uploadSlip(sender)]
  const listed = listFiles()
  const fileOf = (path: string) => listed.find((file) => file.endsWith(path)) ?? ''
  writeFileSync(join(dirname(fileOf(unused.path)), '1700000000000.png'), '')
  const old = new Date(Date.now() - 3 * dayMs)
  for (const file of listFiles().filter((one) => one !== fileOf(fresh.path))) utimesSync(file, old, old)
  await target.owner.query(`UPDATE uploads SET created_at = now() - interval '3 days' WHERE id <> $1`, [fresh.id])
  const used = await target.owner.query<{ path: string }>(
    'SELECT u.path FROM uploads u WHERE EXISTS (SELECT FROM ledger.requests r WHERE r.upload_id = u.id)',
  )
  expect(used.rows.length).toBeGreaterThan(0)
  const kept = [...used.rows, fresh].map(({ path }) => fileOf(path))
  // It ran when the server first started, and is due again in six hours.
  await target.owner.query(`UPDATE jobs SET due_at = now() WHERE name = 'retention'`)
  await restart()
  await expect.poll(listFiles, { timeout: 20_000, interval: 200 }).toEqual(kept.toSorted())
  const { rows } = await target.owner.query('SELECT FROM uploads WHERE id = $1', [unused.id])
  expect(rows).toEqual([])
})

test('a disk that is nearly full closes uploads with a sentence, and money goes on [A177]', async () => {
  await restart('MIN_FREE_DISK_MB=1000000')
  const before = listFiles()
  const upload = { path: '/api/uploads', body: pdf, headers: { 'content-type': 'application/pdf' }, as: sender }
  const refused = await expectUnchanged(target, async () => attack(target, upload))
  expect([refused.status, refused.body?.code]).toEqual([507, 'upload_storage_full'])
  expect(refused.body?.message).toContain('Everything else works.')
  expect(listFiles()).toEqual(before)
  expect(await transfer(sender, recipient, 1000)).toMatchObject({ status: 'pending' })
})
