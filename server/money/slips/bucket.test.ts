import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadChatFile } from '../../../contract/chat.ts'
import { errors } from '../../../contract/errors.ts'
import { uploadFile } from '../../../contract/uploads.ts'
import { createMember, createTestApp, publicUrl, type Person, type TestApp } from '../../../tests/helpers/app.ts'
import { pdf, uploadToChat } from '../../../tests/helpers/chat-files.ts'
import { startCutBucket, type CutBucket } from '../../../tests/helpers/cut-bucket.ts'
import type { CuttingProxy } from '../../../tests/helpers/cutting-proxy.ts'
import { letRowsBeGone, listStored, makeOlder } from '../../../tests/helpers/list-stored.ts'
import { swiftFolder } from '../../../tests/helpers/swift.ts'
import { createApp } from '../../app.ts'
import type { Files } from '../../platform/files/files.ts'
import { removeOld } from '../retention/remove-old.ts'
import { sweepUploads } from './sweep-uploads.ts'

describe.runIf(swiftFolder)('uploads in a bucket (needs packages of Debian)', () => {
  let bucket: CutBucket
  let proxy: CuttingProxy
  let site: TestApp
  let files: Files
  let member: Person
  beforeAll(async () => {
    bucket = await startCutBucket()
    ;({ files, proxy } = bucket)
    site = await createTestApp({}, { files })
    member = await createMember(site)
  })
  afterAll(async () => {
    await site.close()
    await bucket.stop()
  })

  const large = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(4_900_000), Buffer.from('\n%%EOF')])
  const send = async (bytes: Buffer, key: string = randomUUID()) =>
    site.app.inject({
      method: 'POST',
      url: uploadFile.path,
      headers: { cookie: member.cookie, origin: publicUrl, 'content-type': 'application/pdf', 'idempotency-key': key },
      payload: bytes,
    })
  const upload = async (bytes: Buffer) => uploadFile.output.parse((await send(bytes)).json())
  const read = async (id: string, app = site.app) =>
    app.inject({ url: `/api/uploads/${member.userId}/${id}`, headers: { cookie: member.cookie } })
  const listPaths = async () => (await listStored(files)).map(({ path }) => path)
  const countRows = async () => {
    const { rows } = await site.database.owner.query<{ count: number }>(
      'select count(*)::integer as count from uploads',
    )
    return rows[0]?.count
  }

  test('come back byte for byte from each of two servers, and nothing is in the data folder', async () => {
    const bytes = large()
    const stored = await upload(bytes)
    expect(await listPaths()).toEqual([stored.path])
    const second = await createApp(site.deps)
    try {
      for (const app of [site.app, second]) {
        const answer = await read(stored.id, app)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['content-length']).toBe(String(bytes.length))
        expect(answer.rawPayload.equals(bytes)).toBe(true)
      }
    } finally {
      await second.close()
    }
    const sent = await uploadToChat(site, { from: member, to: member })
    expect(sent.status).toBe(200)
    const place = downloadChatFile.path.replace(':userId', member.userId).replace(':fileId', sent.body.id)
    const answer = await site.app.inject({ url: place, headers: { cookie: member.cookie } })
    expect(answer.rawPayload.equals(pdf)).toBe(true)
  })

  test('are refused while the store is away, and can be sent again under the same key', async () => {
    const [rows, bytes, key] = [await countRows(), large(), randomUUID()]
    for (const there of [0, 1_000_000]) {
      proxy.cutAfter({ there })
      const answer = await send(bytes, key)
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({ code: 'files_unavailable', message: errors.files_unavailable.message })
      expect(answer.headers['retry-after']).toBeDefined()
      expect(await countRows()).toBe(rows)
    }
    proxy.mend()
    const answer = await send(bytes, key)
    expect(answer.statusCode).toBe(200)
    expect((await read(uploadFile.output.parse(answer.json()).id)).rawPayload.equals(bytes)).toBe(true)
    expect(site.logged.join('')).not.toContain('the-secret-of-the-tests')
  })

  test('are refused at a download while the store is away, and a download that breaks off never looks complete', async () => {
    const bytes = large()
    const { id } = await upload(bytes)
    for (const back of [0, 1_000_000]) {
      proxy.cutAfter({ back })
      const answer = await read(id)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'files_unavailable'])
    }
    // The first reading of the file passes, and the second one does not.
    proxy.cutAfter({ back: bytes.length + 2_000_000 })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/api/uploads/${member.userId}/${id}`
    const answer = await fetch(address, { headers: { cookie: member.cookie } })
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    await expect(answer.arrayBuffer()).rejects.toThrow()
    proxy.mend()
    expect((await read(id)).rawPayload.equals(bytes)).toBe(true)
  })

  test('are swept once no row and no backup needs them, and the others stay', async () => {
    const days = (count: number) => `${count} days`
    const [unused, young, used] = [await upload(pdf), await upload(pdf), await upload(pdf)]
    const age = async (ids: string[], by: string) =>
      site.database.owner.query('update uploads set created_at = created_at - $2::interval where id = any ($1)', [
        ids,
        by,
      ])
    await age([unused.id, used.id], days(40))
    await site.database.owner.query(
      `insert into ledger.requests (user_id, kind, amount_coins, rate, amount_usd, usdt_rate, usdt_amount, wallet_address, upload_id)
       values ($1, 'withdrawal', 1000, 1, 1000, 1, 1000, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', $2)`,
      [member.userId, used.id],
    )
    const stray = await files.store(member.userId, 'png', Buffer.from('a crash came before the row'))
    const before = await listPaths()
    const sweep = async (age: number) => sweepUploads({ db: site.database.appDb, files: makeOlder(files, age) }, 2)
    // The row of the unused file goes at the first sweep after two days. Its bytes stay for the thirty days of backups.
    expect(await sweep(31)).toBe(0)
    expect((await read(unused.id)).statusCode).toBe(404)
    expect(await listPaths()).toEqual(before)
    expect(await sweep(33)).toBe(1)
    expect(await listPaths()).toEqual(before.filter((path) => path !== stray))
    await letRowsBeGone(site.database, 29)
    expect(await sweep(60)).toBe(0)
    await letRowsBeGone(site.database, 2)
    expect(await sweep(33)).toBe(1)
    expect(await listPaths()).toEqual(before.filter((path) => path !== unused.path && path !== stray))
    expect((await read(young.id)).statusCode).toBe(200)
    expect((await read(used.id)).statusCode).toBe(200)
  })

  test('are not shown once their time is over, and leave the bucket with the last backup that names them', async () => {
    const { id, path } = await upload(pdf)
    const run = async (config = site.deps.config) => removeOld({ ...site.deps, config })
    const removedBefore = async (count: number) =>
      site.database.owner.query(`update uploads set removed_at = now() - make_interval(days => $2) where id = $1`, [
        id,
        count,
      ])
    await removedBefore(29)
    await run()
    expect((await read(id)).json()).toMatchObject({ code: 'file_removed' })
    const old = makeOlder(files, 1_000)
    await sweepUploads({ db: site.database.appDb, files: old }, 2)
    expect(await listPaths()).toContain(path)
    await removedBefore(31)
    await sweepUploads({ db: site.database.appDb, files: old }, 2)
    expect(await listPaths()).not.toContain(path)
  })
})
