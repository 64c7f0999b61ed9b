import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { icons } from '../scripts/web-icons.ts'

const publicDir = join(import.meta.dirname, '../web/public')
/** The largest allowed difference of a channel, of 255. Machines smooth the edges of shapes a little differently. */
const maxDifference = 2
/** The edge of the coin on a ground of its own colour differs by a shade in a few pixels. */
const shade = 8

test.each(icons)('$file is drawn from the mark (else run npm run web:icons)', async ({ file, width, height, draw }) => {
  const kept = readFileSync(join(publicDir, file))
  const { width: keptWidth, height: keptHeight } = await sharp(kept).metadata()
  expect([keptWidth, keptHeight]).toEqual([width, height])
  const [drawn, own] = await Promise.all([toPixels(await draw()), toPixels(kept)])
  let sum = 0
  for (const [index, value] of own.entries()) sum += Math.abs(value - (drawn[index] ?? 0))
  expect(sum / own.length).toBeLessThan(maxDifference)
})

test('a system that crops a maskable icon cuts off background alone', async () => {
  for (const file of ['icons/maskable-192.png', 'icons/maskable-512.png']) {
    const { data, info } = await sharp(join(publicDir, file)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const middle = (info.width - 1) / 2
    const ground = data.subarray(0, 3)
    for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
      const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)]
      if (Math.hypot(x - middle, y - middle) <= info.width * 0.4) continue
      const away = ground.map((value, channel) => Math.abs(value - (data[pixel * 3 + channel] ?? 0)))
      if (Math.max(...away) > shade) expect.unreachable(`${file} has a mark at ${x}, ${y}`)
    }
  }
})

async function toPixels(picture: Buffer): Promise<Buffer> {
  return sharp(picture).ensureAlpha().raw().toBuffer()
}
