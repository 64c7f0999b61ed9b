import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadMaxBytes } from '../../../contract/endpoints/uploads.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { Refusal } from '../../platform/db/refusal.ts'
import { createWrite, type Write } from '../../platform/db/write.ts'
import { createFiles } from '../../platform/files/folder-files.ts'
import { cleanFile } from './file-content.ts'
import { openUpload, storeUpload, type UploadDeps } from './uploads.ts'

let database: TestDatabase
let folder: string
let deps: UploadDeps & { write: Write }
let member: { id: string }
const picture = { width: 40, height: 20, channels: 3 as const, background: '#0a7' }
const pdf = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n0\n%%EOF\n')

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'et-files-'))
  deps = { db: database.appDb, files: createFiles(folder), write: createWrite(database.appDb, async () => {}) }
})
beforeEach(async () => {
  member = await createMember(database.ownerDb)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const png = () => sharp({ create: picture }).png().toBuffer()
const jpeg = () => sharp({ create: picture }).jpeg().toBuffer()

function store(bytes: Buffer, declaredType: string) {
  return storeUpload(deps, { userId: member.id, bytes, declaredType })
}

/** Opens an upload and reads all of its bytes. */
async function read(...args: Parameters<typeof openUpload>) {
  const { stream, ...rest } = await openUpload(...args)
  return { ...rest, bytes: await buffer(stream) }
}

async function expectRefused(bytes: Buffer, declaredType: string, code: string) {
  const [rows, files] = [await readTableDigests(database.owner), readdirSync(folder, { recursive: true })]
  await expect(store(bytes, declaredType)).rejects.toMatchObject({ code })
  expect(await readTableDigests(database.owner)).toEqual(rows)
  expect(readdirSync(folder, { recursive: true })).toEqual(files)
}

/** Lists the names of all files, without those of folders. */
const listNames = () => readdirSync(folder, { recursive: true }).filter((name) => String(name).includes('.'))

describe('a slip', () => {
  test('may be a PNG, a JPG or a PDF, and is stored at {userId}/{timestamp}.{extension} [BUY-16, CALL-42]', async () => {
    const kinds = [
      { bytes: await png(), type: 'image/png', extension: 'png' },
      { bytes: await jpeg(), type: 'image/jpeg', extension: 'jpg' },
      { bytes: pdf, type: 'application/pdf', extension: 'pdf' },
    ]
    for (const { bytes, type, extension } of kinds) {
      const before = Date.now()
      const upload = await store(bytes, type)
      expect(statSync(join(folder, upload.path)).mode & 0o777).toBe(0o600)
      expect(upload).toMatchObject({ mime_type: type })
      const [owner, name = ''] = upload.path.split('/')
      expect(owner).toBe(member.id)
      const [timestamp, ending] = name.split('.')
      expect(ending).toBe(extension)
      expect(Number(timestamp)).toBeGreaterThanOrEqual(before)
      const kept = readFileSync(join(folder, upload.path))
      expect(kept.length).toBe(upload.size_bytes)
      const { rows } = await database.owner.query('select sha256 from uploads where id = $1', [upload.id])
      expect(rows).toEqual([{ sha256: createHash('sha256').update(kept).digest() }])
    }
  })

  test('never replaces another file', async () => {
    const bytes = await png()
    const uploads = await Promise.all(Array.from({ length: 20 }, () => store(bytes, 'image/png')))
    expect(new Set(uploads.map(({ path }) => path)).size).toBe(20)
  })

  test('is judged by its content, not by its name or type', async () => {
    expect(await store(await jpeg(), 'image/png')).toMatchObject({ mime_type: 'image/jpeg' })
    await expectRefused(Buffer.alloc(0), 'image/png', 'file_type_not_accepted')
    await expectRefused(pdf, 'image/png', 'file_type_not_accepted')
    await expectRefused(await png(), 'application/pdf', 'file_type_not_accepted')
    await expectRefused(Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png', 'file_type_not_accepted')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await expectRefused(Buffer.from(svg), 'image/png', 'file_type_not_accepted')
    await expectRefused(await sharp({ create: picture }).webp().toBuffer(), 'image/jpeg', 'file_type_not_accepted')
  })

  test('is refused when it is damaged', async () => {
    const whole = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .png()
      .toBuffer()
    await expectRefused(whole.subarray(0, whole.length / 2), 'image/png', 'file_damaged')
    await expectRefused(whole.subarray(0, 8), 'image/png', 'file_damaged')
    await expectRefused(pdf.subarray(0, 30), 'application/pdf', 'file_damaged')
  })

  test('of too many pixels is refused before it is decoded', async () => {
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(uploadMaxBytes)
    const start = performance.now()
    await expectRefused(bomb, 'image/png', 'picture_too_costly')
    expect(performance.now() - start).toBeLessThan(2_000)
  }, 30_000)

  test('is stored upright and without metadata', async () => {
    const withPlace = await sharp({ create: picture })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '14/1 41/1 0/1' } })
      .toBuffer()
    const polyglot = Buffer.concat([await png(), Buffer.from('<script>hidden-payload</script>')])
    expect(withPlace.includes('secret-owner')).toBe(true)

    const photo = await cleanFile(withPlace, 'image/jpeg')
    expect(photo.bytes.includes('secret-owner')).toBe(false)
    expect(await sharp(photo.bytes).metadata()).toMatchObject({ width: 20, height: 40, format: 'jpeg' })
    expect((await sharp(photo.bytes).metadata()).exif).toBeUndefined()
    expect((await cleanFile(polyglot, 'image/png')).bytes.includes('hidden-payload')).toBe(false)
  })

  test('that grows by re-encoding is made smaller, or refused', async () => {
    const side = 1400
    const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    const photo = await cleanFile(await noise.clone().jpeg({ quality: 60 }).toBuffer(), 'image/jpeg')
    expect(photo.bytes.length).toBeLessThanOrEqual(uploadMaxBytes)
    await expect(cleanFile(await noise.clone().png().toBuffer(), 'image/png')).rejects.toMatchObject({
      code: 'file_too_large',
    })
  })

  test('leaves no file behind when its record cannot be written', async () => {
    const before = listNames()
    const stranger = '00000000-0000-4000-8000-000000000000'
    const bytes = await png()
    await expect(storeUpload(deps, { userId: stranger, bytes, declaredType: 'image/png' })).rejects.toThrow()
    expect(listNames()).toEqual(before)
  })

  test('keeps its file when the database is lost and may have its record', async () => {
    const before = listNames()
    const lost = async () => Promise.reject(Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' }))
    const call = { userId: member.id, bytes: await png(), declaredType: 'image/png' }
    await expect(storeUpload({ ...deps, write: lost }, call)).rejects.toThrow('the connection broke')
    expect(listNames()).toHaveLength(before.length + 1)
    const refused = async () => Promise.reject(new Refusal('not_signed_in'))
    await expect(storeUpload({ ...deps, write: refused }, call)).rejects.toThrow()
    expect(listNames()).toHaveLength(before.length + 1)
  })

  test('is accepted at most sixty times an hour', async () => {
    await database.owner.query(
      `insert into uploads (user_id, path, mime_type, size_bytes, sha256, created_at)
       select $1::uuid, n || '.png', 'image/png', 1, '\\x', now() - interval '40 minutes 30 seconds' + n * interval '1 second'
         from generate_series(1, 60) n`,
      [member.id],
    )
    await expectRefused(await png(), 'image/png', 'too_many_requests')
    // The first of the sixty uploads expires in 19 and a half minutes. A slow machine has waited for a part of that
    // already.
    const refusal = await store(await png(), 'image/png').catch((error: unknown) => error as Refusal)
    expect(refusal).toMatchObject({ message: 'Too many attempts. You can try again in 20 minutes.' })
    expect((refusal as Refusal).retryAfterSeconds).toBeGreaterThan(18 * 60)
    expect((refusal as Refusal).retryAfterSeconds).toBeLessThanOrEqual(20 * 60)
  })

  test.each([
    ['100 MB in a day', 20, '1 hour'],
    ['1 GB in all', 205, '30 days'],
  ])('is accepted until its member has stored %s [A184]', async (_, count, age) => {
    const fill = async (files: number) =>
      database.owner.query(
        `insert into uploads (user_id, path, mime_type, size_bytes, sha256, created_at)
         select $1::uuid, gen_random_uuid() || '.png', 'image/png', 5242880, '\\x', now() - $3::interval - interval '1 minute'
           from generate_series(1, $2::int) n`,
        [member.id, files, age],
      )
    await fill(count - 1)
    await store(pdf, 'application/pdf')
    await fill(1)
    await expectRefused(pdf, 'application/pdf', 'upload_quota_full')
  })

  test.runIf(canMount())('is refused on a full disk, and leaves nothing', async () => {
    const small = mkdtempSync(join(tmpdir(), 'et-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small])
    try {
      const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      const bytes = await noise.png().toBuffer()
      const full = storeUpload(
        { ...deps, files: createFiles(small) },
        { userId: member.id, bytes, declaredType: 'image/png' },
      )
      await expect(full).rejects.toMatchObject({ code: 'upload_storage_full' })
      expect(readdirSync(join(small, member.id))).toEqual([])
    } finally {
      execFileSync('umount', [small])
      rmSync(small, { recursive: true })
    }
  })
})

describe('a stored file', () => {
  test('is read by its owner and by administrators, under the last part of its path [CALL-43, CALL-44, CALL-45]', async () => {
    const upload = await store(pdf, 'application/pdf')
    const place = { userId: member.id, uploadId: upload.id }
    const admin = await createAdmin(database.ownerDb)
    const file = { bytes: pdf, size: pdf.length, type: 'application/pdf', name: upload.path.split('/')[1] }
    expect(await read(deps, { role: 'member', userId: member.id }, place)).toEqual(file)
    expect(await read(deps, { role: 'admin', userId: admin.id }, place)).toEqual(file)
  })

  test('does not exist for other members', async () => {
    const upload = await store(pdf, 'application/pdf')
    const other = await createMember(database.ownerDb)
    const caller = { role: 'member' as const, userId: other.id }
    for (const userId of [member.id, other.id]) {
      const reading = read(deps, caller, { userId, uploadId: upload.id })
      await expect(reading).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('is refused as altered once its bytes are gone from the disk [ERR-15]', async () => {
    const upload = await store(pdf, 'application/pdf')
    const reading = async () =>
      read(deps, { role: 'member', userId: member.id }, { userId: member.id, uploadId: upload.id })
    await expect(reading()).resolves.toMatchObject({ bytes: pdf })
    await deps.files.remove(upload.path)
    await expect(reading()).rejects.toMatchObject({ code: 'file_altered' })
  })
})

/** True if the test may mount a small file system to fill it up. Many containers deny even root that right. */
function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'et-mount-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', place], { stdio: 'ignore' })
  if (status === 0) execFileSync('umount', [place])
  rmSync(place, { recursive: true })
  return status === 0
}
