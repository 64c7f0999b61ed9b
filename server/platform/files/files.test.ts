import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listStored } from '../../../tests/helpers/list-stored.ts'
import { startSwift, swiftFolder, type Swift } from '../../../tests/helpers/swift.ts'
import { copyFiles } from './copy-files.ts'
import type { Files } from './files.ts'
import { createFiles } from './folder-files.ts'
import { openVerified } from './open-verified.ts'
import { createS3Files } from './s3-files.ts'

let place: string
let swift: Swift | undefined
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'et-files-'))
  if (swiftFolder !== undefined) swift = await startSwift()
})
afterAll(async () => {
  await swift?.stop()
  rmSync(place, { recursive: true })
})

const openNewFolder = async (): Promise<Files> => createFiles(join(place, randomUUID()))
async function openNewBucket(): Promise<Files> {
  if (!swift) throw new Error('There is no store')
  return createS3Files(await swift.makeBucket(), { pageSize: 3 })
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const readAll = async (files: Files, path: string) => {
  const file = await files.open(path)
  return file && Buffer.concat(await file.stream.toArray())
}
async function listAll(files: Files, after = ''): Promise<string[]> {
  return (await listStored(files, after)).map(({ path }) => path)
}

const folders = { name: 'a folder', isThere: true, open: openNewFolder }
const buckets = { name: 'a bucket (needs packages of Debian)', isThere: swiftFolder !== undefined, open: openNewBucket }

describe.each([folders, buckets])('$name', ({ isThere, open }) => {
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].toSorted() as [string, string, string]

  test.runIf(isThere)('gives a stored file back byte for byte, and removes it', async () => {
    const files = await open()
    const bytes = randomBytes(3_000_000)
    const path = await files.store(first, 'png', bytes)
    expect(path).toMatch(new RegExp(`^${first}/\\d{13,19}\\.png$`))
    const file = await files.open(path)
    expect(file?.size).toBe(bytes.length)
    expect(Buffer.concat((await file?.stream.toArray()) ?? []).equals(bytes)).toBe(true)
    await files.remove(path)
    await files.remove(path)
    expect(await files.open(path)).toBeUndefined()
    expect(await listAll(files)).toEqual([])
  })

  test.runIf(isThere)('never gives two files one name', async () => {
    const files = await open()
    const stored = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => files.store(first, 'pdf', Buffer.from(`file ${index}`))),
    )
    expect(new Set(stored).size).toBe(20)
    const texts = await Promise.all(stored.map(async (path) => (await readAll(files, path))?.toString()))
    expect(texts).toEqual(stored.map((_, index) => `file ${index}`))
  })

  test.runIf(isThere)('lists the files of all users in the order of their ids, from a user on', async () => {
    const files = await open()
    const before = Date.now()
    const paths: string[] = []
    for (const owner of [first, second, third])
      for (let count = 0; count < 3; count += 1) paths.push(await files.store(owner, 'png', Buffer.from(owner)))
    expect((await listAll(files)).toSorted()).toEqual(paths.toSorted())
    const owners = (await listAll(files)).map((path) => path.split('/')[0] ?? '')
    expect(owners).toEqual(owners.toSorted())
    expect((await listAll(files, first)).toSorted()).toEqual(paths.slice(3).toSorted())
    expect(await listAll(files, third)).toEqual([])
    for (const { size, changedMs } of await listStored(files)) {
      expect(size).toBe(36)
      // A store may give the moment in whole seconds.
      expect(Math.abs(changedMs - before)).toBeLessThan(60_000)
    }
  })

  test.runIf(isThere)('refuses a path that is not one of a file', async () => {
    const files = await open()
    for (const path of [`${first}/../../x.png`, `${first}/../x.png`, `${first}/x.png`, `${first}/1.png/..`, '']) {
      await expect(files.open(path)).rejects.toThrow('not the path of a stored file')
      await expect(files.remove(path)).rejects.toThrow('not the path of a stored file')
      await expect(files.put(path, Buffer.from('x'))).rejects.toThrow('not the path of a stored file')
    }
  })

  test.runIf(isThere)(
    'a file with other bytes than its row says, or with none, is refused before its first byte',
    async () => {
      const files = await open()
      const bytes = randomBytes(500_000)
      const path = await files.store(first, 'png', bytes)
      const opened = await openVerified(files, path, sha256(bytes))
      expect(opened.size).toBe(bytes.length)
      expect(Buffer.concat(await opened.stream.toArray()).equals(bytes)).toBe(true)
      const changed = Buffer.from(bytes)
      changed[400_000] = (changed[400_000] ?? 0) ^ 1
      await files.put(path, changed)
      await expect(openVerified(files, path, sha256(bytes))).rejects.toMatchObject({ code: 'file_altered' })
      await files.put(path, bytes.subarray(0, 1000))
      await expect(openVerified(files, path, sha256(bytes))).rejects.toMatchObject({ code: 'file_altered' })
      await files.remove(path)
      await expect(openVerified(files, path, sha256(bytes))).rejects.toMatchObject({ code: 'file_altered' })
    },
  )

  test.runIf(isThere)('a file that changes between the two readings breaks off before its end', async () => {
    const files = await open()
    const bytes = randomBytes(500_000)
    const changed = Buffer.from(bytes)
    changed[499_999] = (changed[499_999] ?? 0) ^ 1
    const path = await files.store(first, 'png', bytes)
    let opened = 0
    const sly: Files = {
      ...files,
      async open(name) {
        opened += 1
        if (opened === 2) await files.put(name, changed)
        return files.open(name)
      },
    }
    const file = await openVerified(sly, path, sha256(bytes))
    let received = 0
    const reading = (async () => {
      for await (const piece of file.stream) received += (piece as Buffer).length
    })()
    await expect(reading).rejects.toMatchObject({ code: 'file_altered' })
    expect(received).toBeLessThan(bytes.length)
  })

  test.runIf(isThere)('a reader who leaves ends the reading of the file', async () => {
    const files = await open()
    const bytes = randomBytes(3_000_000)
    const path = await files.store(first, 'png', bytes)
    const sources: NonNullable<Awaited<ReturnType<Files['open']>>>[] = []
    const watched: Files = {
      ...files,
      async open(name) {
        const source = await files.open(name)
        if (source) sources.push(source)
        return source
      },
    }
    const file = await openVerified(watched, path, sha256(bytes))
    // The bytes are not taken, so the source waits.
    await sleep(50)
    expect(sources[1]?.stream.readableEnded).toBe(false)
    file.stream.destroy()
    await expect.poll(() => sources[1]?.stream.destroyed).toBe(true)
  })
})

test.runIf(swiftFolder)('a bucket that is gone is a failure, not a missing file', async () => {
  if (!swift) throw new Error('There is no store')
  const gone = createS3Files({ ...(await swift.makeBucket()), name: 'gone' })
  const path = `${randomUUID()}/1.png`
  for (const work of [() => gone.open(path), () => gone.remove(path), () => listAll(gone)])
    await expect(work()).rejects.toMatchObject({
      code: 'files_unavailable',
      cause: { message: 'The store answers 404 NoSuchBucket' },
    })
})

describe.each([
  { from: folders, to: buckets },
  { from: buckets, to: folders },
])('a copy from $from.name to $to.name', ({ from, to }) => {
  test.runIf(from.isThere && to.isThere)(
    'is continued after an interruption, and leaves other bytes alone',
    async () => {
      const [source, target] = [await from.open(), await to.open()]
      const paths: string[] = []
      for (let count = 0; count < 5; count += 1) paths.push(await source.store(randomUUID(), 'pdf', randomBytes(2_000)))
      const sorted = paths.toSorted()
      let puts = 0
      const breaking: Files = {
        ...target,
        async put(path, bytes) {
          puts += 1
          if (puts > 2) throw new Error('the power is gone')
          await target.put(path, bytes)
        },
      }
      await expect(copyFiles(source, breaking)).rejects.toThrow('the power is gone')
      await target.put(sorted[4] ?? '', Buffer.from('another file'))
      const done = await copyFiles(source, target)
      expect(done).toEqual({ copied: 2, same: 2, bytes: 8_000, differing: [sorted[4]] })
      for (const path of sorted.slice(0, 4))
        expect((await readAll(target, path))?.equals((await readAll(source, path)) ?? Buffer.alloc(0))).toBe(true)
      expect((await readAll(target, sorted[4] ?? ''))?.toString()).toBe('another file')
    },
  )
})
