import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { isCostlyPicture, readPictureHeader } from './picture-header.ts'

const draw = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: '#0a7' } })
const plain = { width: 60, height: 40, isInterlaced: false, bitsPerColour: 8 }

test.each([
  ['a PNG', async () => draw().png().toBuffer(), plain],
  ['an interlaced PNG', async () => draw().png({ progressive: true }).toBuffer(), { ...plain, isInterlaced: true }],
  ['a PNG of 16 bits', async () => draw().toColourspace('rgb16').png().toBuffer(), { ...plain, bitsPerColour: 16 }],
  ['a JPG', async () => draw().jpeg().toBuffer(), plain],
  ['a progressive JPG', async () => draw().jpeg({ progressive: true }).toBuffer(), { ...plain, isInterlaced: true }],
  [
    'a JPG with long notes before the picture',
    async () =>
      draw()
        .jpeg()
        .withExif({ IFD0: { Copyright: 'x'.repeat(60_000) } })
        .toBuffer(),
    plain,
  ],
] as const)('the header of %s is read without decoding it', async (_, make, header) => {
  expect(readPictureHeader(await make())).toEqual(header)
})

test('a picture is costly from 12 megapixels, in several passes, or of 16 bits', () => {
  expect(isCostlyPicture({ ...plain, width: 4080, height: 3072 })).toBe(false)
  expect(isCostlyPicture({ ...plain, width: 4200, height: 3072 })).toBe(true)
  expect(isCostlyPicture({ ...plain, isInterlaced: true })).toBe(true)
  expect(isCostlyPicture({ ...plain, bitsPerColour: 16 })).toBe(true)
})

test('other files and broken headers have none, and no bytes break the reading', async () => {
  const [png, jpeg] = [await draw().png().toBuffer(), await draw().jpeg().toBuffer()]
  for (const bytes of [png.subarray(0, 20), jpeg.subarray(0, 20), Buffer.from('%PDF-1.7'), randomBytes(100)])
    expect(readPictureHeader(bytes)).toBeUndefined()
  const starts = fc.constantFrom(Buffer.alloc(0), png.subarray(0, 16), jpeg.subarray(0, 4), jpeg.subarray(0, 100))
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
      readPictureHeader(Buffer.concat([start, rest]))
    }),
  )
})
