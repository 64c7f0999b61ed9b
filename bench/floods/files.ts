import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { createMember, uploadSlip, type Person } from '../../tests/helpers/api.ts'
import type { TestServer } from '../../tests/helpers/server.ts'
import { atMost, figure, type BenchRow } from '../figures.ts'
import { readMemoryMiB } from '../measure-calls.ts'
import { armed, startFlood } from './orders.ts'
import { createPeople } from './sign-ins.ts'

const readers = 75
const uploaders = 8
const floodSeconds = 14
const bars = { memoryMiB: 120, uploadMs: 3_000 }

/** 300 downloads of 5 MB that are taken slowly, and eight uploads of large pictures, all at once. */
export async function measureFiles(server: TestServer): Promise<BenchRow[]> {
  const other = await createMember(server)
  const people = await createPeople(server, readers)
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000_000, 32), Buffer.from('\n%%EOF')])
  const attackers = []
  for (const person of people) {
    const { id } = await uploadSlip(person, { mimeType: 'application/pdf', buffer: pdf })
    attackers.push(armed(person, '203.0.113.1', { file: `/api/uploads/${person.userId}/${id}` }))
  }
  const [large, ordinary, small] = [
    await drawStripes(7_300, 5_480),
    await drawStripes(4_032, 3_024),
    await drawStripes(1_000, 800),
  ]
  // Loads what the server needs for pictures, and fills its caches.
  for (let count = 0; count < 3; count += 1) await upload(other, small)
  const rows: BenchRow[] = []
  for (const [name, picture] of [
    ['40', large],
    ['12', ordinary],
  ] as const) {
    rows.push(...(await runScene(server, { other, people, attackers, picture, small, name })))
    await sleep(5_000)
  }
  return rows
}

interface Scene {
  other: Person
  people: Person[]
  attackers: ReturnType<typeof armed>[]
  picture: Buffer
  small: Buffer
  /** The megapixels of the picture. */
  name: '40' | '12'
}

async function runScene(
  server: TestServer,
  { other, people, attackers, picture, small, name }: Scene,
): Promise<BenchRow[]> {
  const before = readMemoryMiB(server)
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, readMemoryMiB(server))), 50)
  const flood = startFlood({ flood: 'downloads', url: server.url, seconds: floodSeconds, attackers })
  await sleep(3_000)
  const uploads = Promise.all(people.slice(0, uploaders).map(async (person) => upload(person, picture)))
  await sleep(50)
  const own: number[] = []
  for (let count = 0; count < 4; count += 1) own.push((await upload(other, small)).ms)
  const statuses = (await uploads).map(({ status }) => status)
  const answers = await flood
  clearInterval(sampling)
  const [grown, slowest] = [most - before, Math.max(...own)]
  // The bars are about the larger pictures. The browser makes them smaller, so people send the others.
  const [memoryBar, uploadBar] = name === '40' ? [bars.memoryMiB, bars.uploadMs] : []
  const memoryForm = { unit: 'MiB', digits: 0 }
  return [
    withBar(
      `growth of the server: 300 slow downloads and 8 uploads of ${name} megapixels`,
      grown,
      memoryBar,
      memoryForm,
    ),
    withBar('slowest upload of another member meanwhile', slowest, uploadBar, { unit: 'ms', digits: 0 }),
    figure('answers: downloads, uploads', `${JSON.stringify(answers)} ${statuses.join(' ')}`),
  ]
}

function withBar(name: string, value: number, bar: number | undefined, form: { unit: string; digits: number }) {
  return bar === undefined ? figure(name, value, form) : atMost(name, value, bar, form)
}

/** Draws a picture of many lines, as a slip has. It takes little room and as much work as any other. */
async function drawStripes(width: number, height: number): Promise<Buffer> {
  const line = Buffer.from(Array.from({ length: width * 3 }, (_, at) => (at * 7) % 251))
  return sharp(Buffer.concat(Array.from({ length: height }, () => line)), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

async function upload({ server, session }: Person, picture: Buffer): Promise<{ status: number; ms: number }> {
  const start = performance.now()
  const answer = await fetch(`${server.url}/api/uploads`, {
    method: 'POST',
    headers: {
      origin: server.url,
      cookie: `${session.name}=${session.value}`,
      'content-type': 'image/png',
      'idempotency-key': randomUUID(),
    },
    body: new Uint8Array(picture),
  })
  await answer.text()
  return { status: answer.status, ms: performance.now() - start }
}
