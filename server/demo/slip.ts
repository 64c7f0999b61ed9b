import sharp from 'sharp'
import type { Decimal } from '../../contract/money.ts'

const [width, height] = [360, 480]
const dot = 5

// Each letter is five dots wide and seven high, one number per row. Drawing them needs no fonts on the machine.
const glyphs: Record<string, number[]> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  '.': [0, 0, 0, 0, 0, 12, 12],
  U: [17, 17, 17, 17, 17, 17, 14],
  S: [15, 16, 16, 14, 1, 1, 30],
  D: [28, 18, 17, 17, 17, 18, 28],
  T: [31, 4, 4, 4, 4, 4, 4],
}

/** Returns a picture of a payment in USDT, as a wallet might show it. The digits of `reference` make it the only one of its kind. */
export async function drawSlip(usdt: Decimal, hue: number, reference: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#f4f4f6"/>
    <rect width="${width}" height="96" fill="hsl(${hue} 45% 35%)"/>
    <circle cx="180" cy="160" r="34" fill="none" stroke="#16a34a" stroke-width="6"/>
    <path d="M164 161l11 12 22-25" fill="none" stroke="#16a34a" stroke-width="6"/>
    <g fill="#111827">${write(usdt, 225)}</g>
    <g fill="#6b7280">${write('USDT', 275)}</g>
    <g fill="#9ca3af">${write(reference, 410)}</g>
    ${[330, 355, 380].map((y, row) => line(y, hue, row)).join('')}
  </svg>`
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
}

/** Draws a row of small print, which is only grey bars at this size. */
function line(y: number, hue: number, row: number): string {
  const length = 90 + ((hue * (row + 3)) % 90)
  return `<rect x="32" y="${y}" width="80" height="8" fill="#d1d5db"/><rect x="${328 - length}" y="${y}" width="${length}" height="8" fill="#9ca3af"/>`
}

function write(text: string, y: number): string {
  const advance = dot * 6
  const left = (width - text.length * advance) / 2
  const drawn = Array.from(text, (letter, index) => drawGlyph(glyphs[letter] ?? [], left + index * advance, y))
  return drawn.join('')
}

function drawGlyph(rows: number[], left: number, top: number): string {
  return rows
    .flatMap((bits, row) =>
      [0, 1, 2, 3, 4]
        .filter((column) => bits & (16 >> column))
        .map((column) => `<rect x="${left + column * dot}" y="${top + row * dot}" width="${dot}" height="${dot}"/>`),
    )
    .join('')
}
