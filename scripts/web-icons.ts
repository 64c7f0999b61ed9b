import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import subsetFont from 'subset-font'
import { drawRosette } from '../web/ui/rosette-lines.ts'

/** The pictures that other programs show for the site, such as home screens and previews of links. */
export interface Icon {
  file: string
  width: number
  height: number
  draw: () => Promise<Buffer>
}

const root = join(import.meta.dirname, '..')
const publicDir = join(root, 'web/public')
const mark = readFileSync(join(publicDir, 'mark.svg'), 'utf8')
const [petrol, brass, paper] = ['#15576a', '#e6bc66', '#f4f9fa']
/** Systems cut a maskable icon to a circle of 80 % at worst. The ring of the coin has to fit into that circle. */
const shareOfMaskable = 0.88
const slogan = 'A coin with every movement on record.'

export const icons: Icon[] = [
  square('icons/icon-192.png', 192, (size) => drawMark(size)),
  square('icons/icon-512.png', 512, (size) => drawMark(size)),
  square('icons/maskable-192.png', 192, drawFilled),
  square('icons/maskable-512.png', 512, drawFilled),
  square('icons/monochrome-512.png', 512, drawStrokes),
  square('apple-touch-icon.png', 180, drawFilled),
  { file: 'og.png', width: 1200, height: 630, draw: drawPreview },
]

function square(file: string, size: number, draw: (size: number) => Promise<Buffer>): Icon {
  return { file, width: size, height: size, draw: () => draw(size) }
}

async function drawMark(size: number): Promise<Buffer> {
  return toPng(sharp(Buffer.from(mark), { density: (72 * size) / 48 }).resize(size, size))
}

async function drawFilled(size: number): Promise<Buffer> {
  const inner = await drawMark(Math.round(size * shareOfMaskable))
  const ground = { width: size, height: size, channels: 4, background: petrol } as const
  return toPng(
    sharp({ create: ground })
      .composite([{ input: inner }])
      .removeAlpha(),
  )
}

/** Draws the strokes alone, because the system colours them. */
async function drawStrokes(size: number): Promise<Buffer> {
  const strokes = mark.replaceAll(/<circle[^>]*>/g, '')
  return toPng(sharp(Buffer.from(strokes), { density: (72 * size) / 48 }).resize(size, size))
}

async function drawPreview(): Promise<Buffer> {
  const [width, height, coin] = [1200, 630, 500]
  const lines = drawRosette('et-genesis', coin, 3).flatMap(({ path, turns }) =>
    turns.map((turn) => `<path d="${path}" transform="rotate(${turn} ${coin / 2} ${coin / 2})"/>`),
  )
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${petrol}"/><g transform="translate(640 65)" fill="none" stroke="${brass}" stroke-width="0.9" opacity="0.85">${lines.join('')}</g></svg>`,
  )
  const [words, seal, badge] = [await drawSlogan(), await drawMark(190), await drawMark(84)]
  return toPng(
    sharp(ground).composite([
      { input: seal, left: 795, top: 220 },
      { input: badge, left: 80, top: 96 },
      { input: words, left: 80, top: 230 },
    ]),
    12,
  )
}

async function drawSlogan(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'et-font-'))
  try {
    const source = join(root, 'node_modules/@fontsource-variable/source-serif-4/files')
    const font = readFileSync(join(source, 'source-serif-4-latin-wght-normal.woff2'))
    const fontfile = join(folder, 'serif.ttf')
    const options = { targetFormat: 'truetype', variationAxes: { wght: 520 } } as const
    writeFileSync(fontfile, await subsetFont(font, slogan, options))
    const text = `<span foreground="${paper}">${slogan}</span>`
    const words = { text, fontfile, font: 'Source Serif 4, 52', width: 510, height: 300, rgba: true, spacing: 6 }
    return await sharp({ text: words }).png().toBuffer()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function toPng(image: Sharp, colours = 64): Promise<Buffer> {
  return image.png({ compressionLevel: 9, effort: 10, palette: true, colours, dither: 0 }).toBuffer()
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(publicDir, 'icons'), { recursive: true })
  for (const { file, draw } of icons) writeFileSync(join(publicDir, file), await draw())
}
