import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadChatFile } from '../../contract/chat.ts'
import { uploadFile } from '../../contract/uploads.ts'
import { sweepUploads } from '../../server/money/slips/sweep-uploads.ts'
import type { Files } from '../../server/platform/files/files.ts'
import { createAdmin, createMember, createTestApp, publicUrl, type Person, type TestApp } from '../helpers/app.ts'
import { pdf, uploadToChat } from '../helpers/chat-files.ts'
import { createTestDatabase } from '../helpers/database.ts'
import { startCutBucket, type CutBucket } from '../helpers/cut-bucket.ts'
import type { CuttingProxy } from '../helpers/cutting-proxy.ts'
import { listStored, makeOlder } from '../helpers/list-stored.ts'
import { swiftFolder } from '../helpers/swift.ts'
import { readTableDigests } from '../helpers/table-digests.ts'

const other = Buffer.from(pdf.toString().replace('1 0 obj', '2 0 obj'))
const upload = async ({ app }: TestApp, { cookie }: Person) =>
  app.inject({
    method: 'POST',
    url: uploadFile.path,
    headers: { cookie, origin: publicUrl, 'content-type': 'application/pdf', 'idempotency-key': randomUUID() },
    payload: pdf,
  })

/** Replaces stored files and removes them behind the server's back, as a person with access to their place could. */
async function expectAlteredRefused(site: TestApp): Promise<void> {
  const [member, admin] = [await createMember(site), await createAdmin(site)]
  const { id, path } = uploadFile.output.parse((await upload(site, member)).json())
  const sent = await uploadToChat(site, { from: member, to: member })
  const { rows } = await site.database.owner.query<{ path: string }>('select path from chat_files where id = $1', [
    sent.body.id,
  ])
  for (const stored of [path, rows[0]?.path ?? '']) await site.deps.files.put(stored, other)
  const chatFile = downloadChatFile.path.replace(':userId', member.userId).replace(':fileId', sent.body.id)
  const places = [`/api/uploads/${member.userId}/${id}`, chatFile]
  for (const { cookie } of [member, admin]) {
    const answer = await site.app.inject({ url: places[0] ?? '', headers: { cookie } })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([500, 'file_altered'])
    expect(answer.body).not.toContain('PDF')
  }
  const answer = await site.app.inject({ url: places[1] ?? '', headers: { cookie: member.cookie } })
  expect(answer.json()).toMatchObject({ code: 'file_altered' })
  expect(site.logged.join('')).toContain(`${path} has other bytes than its row says`)
  for (const stored of [path, rows[0]?.path ?? '']) await site.deps.files.remove(stored)
  for (const url of places) {
    const missing = await site.app.inject({ url, headers: { cookie: member.cookie } })
    expect([missing.statusCode, missing.json<{ code: string }>().code]).toEqual([500, 'file_altered'])
  }
  for (const stored of [path, rows[0]?.path ?? ''])
    expect(site.logged.join('').split(`"message":"${stored} has a row and no file"`)).toHaveLength(2)
  await site.deps.files.put(path, pdf)
  const again = await site.app.inject({ url: places[0] ?? '', headers: { cookie: admin.cookie } })
  expect(again.rawPayload.equals(pdf)).toBe(true)
}

test('a slip that was replaced or removed in the data folder is never shown, and leaves a trace [A388]', async () => {
  const site = await createTestApp()
  try {
    await expectAlteredRefused(site)
  } finally {
    await site.close()
  }
})

describe.runIf(swiftFolder)('a bucket (needs packages of Debian)', () => {
  let bucket: CutBucket
  let proxy: CuttingProxy
  let site: TestApp
  let files: Files
  beforeAll(async () => {
    bucket = await startCutBucket()
    ;({ files, proxy } = bucket)
    site = await createTestApp({}, { files })
  })
  afterAll(async () => {
    await site.close()
    await bucket.stop()
  })

  test('a slip that was replaced or removed in it is never shown, and leaves a trace [A388]', async () => {
    await expectAlteredRefused(site)
  })

  test('an upload while the store fails leaves no row that a request could name [A389]', async () => {
    const member = await createMember(site)
    const before = await readTableDigests(site.database.owner)
    proxy.cutAfter({ back: 0 })
    const answers = await Promise.all([upload(site, member), uploadToChat(site, { from: member, to: member })])
    proxy.mend()
    expect(answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status))).toEqual([503, 503])
    expect(await readTableDigests(site.database.owner)).toEqual(before)
  })

  test('a server with an older database, as in a drill, removes no file that the newer one names [A390]', async () => {
    const member = await createMember(site)
    const { path } = uploadFile.output.parse((await upload(site, member)).json())
    const drill = await createTestDatabase()
    try {
      expect(await sweepUploads({ db: drill.appDb, files: makeOlder(files, 29) }, 2)).toBe(0)
      expect((await listStored(files)).map((file) => file.path)).toContain(path)
    } finally {
      await drill.drop()
    }
  })
})
