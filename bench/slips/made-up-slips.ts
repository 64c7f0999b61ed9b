import sharp from 'sharp'

/** A payment slip as a wallet app draws it: its template, and the figures that differ from payment to payment. */
export interface Slip {
  app: string
  amount: string
  svg: string
}

export type Random = () => number

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Most buys have the price of a package. */
const prices = ['100.00', '100.00', '250.00', '500.00', '1000.00']

const apps = {
  light: { background: '#ffffff', ink: '#101828', accent: '#12b76a', size: [390, 844], top: 140 },
  dark: { background: '#0b0e11', ink: '#eaecef', accent: '#f0b90b', size: [390, 844], top: 120 },
  plain: { background: '#f5f6fa', ink: '#1f2937', accent: '#2563eb', size: [414, 896], top: 180 },
  web: { background: '#fafafa', ink: '#333333', accent: '#c23631', size: [900, 640], top: 80 },
} as const

/** Draws the slip of a random payment in the template of one of four apps. */
export function drawSlip(random: Random): Slip {
  const names = Object.keys(apps) as (keyof typeof apps)[]
  const app = pick(random, names)
  const amount = random() < 0.7 ? pick(random, prices) : (random() * 2000 + 10).toFixed(2)
  const { background, ink, accent, size, top } = apps[app]
  const [width, height] = size
  const day = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 300 * 86_400_000))
  const rows = [
    ['Status', 'Completed'],
    ['Network', 'TRON (TRC20)'],
    ['From', hexText(random, 34)],
    ['To', 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'],
    ['TxID', hexText(random, 32)],
    ['', hexText(random, 32)],
    ['Fee', `${(random() * 3).toFixed(4)} TRX`],
    ['Date', day.toISOString().slice(0, 19).replace('T', ' ')],
  ]
  const lines = rows.map(([name, value], row) => {
    const y = top + 190 + row * 38
    return `<text x="24" y="${y}" font-size="14" fill="${ink}" opacity="0.6">${name}</text>
      <text x="${width - 24}" y="${y}" font-size="14" fill="${ink}" text-anchor="end">${value}</text>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">
    <rect width="100%" height="100%" fill="${background}"/><rect width="100%" height="56" fill="${accent}"/>
    <text x="24" y="24" font-size="13" fill="${ink}">${day.toISOString().slice(11, 16)}</text>
    <circle cx="${width / 2}" cy="${top}" r="36" fill="${accent}"/>
    <text x="${width / 2}" y="${top + 100}" font-size="34" font-weight="bold" fill="${ink}" text-anchor="middle">-${amount} USDT</text>
    ${lines.join('')}<rect x="24" y="${height - 90}" width="${width - 48}" height="48" rx="10" fill="${accent}"/></svg>`
  return { app, amount, svg }
}

/** The ways in which a slip comes back as other bytes. */
export const changes: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'encoded again': (picture) => sharp(picture).jpeg({ quality: 45 }).toBuffer(),
  'half as large': async (picture) => {
    const { width } = await sharp(picture).metadata()
    return sharp(picture)
      .resize(Math.round(width / 2))
      .png()
      .toBuffer()
  },
  'a few pixels cut off': async (picture) => {
    const { width, height } = await sharp(picture).metadata()
    return sharp(picture)
      .extract({ left: 6, top: 9, width: width - 11, height: height - 14 })
      .png()
      .toBuffer()
  },
  'brighter and blurred, as a photo of a screen': (picture) =>
    sharp(picture).modulate({ brightness: 1.15 }).linear(0.85, 18).blur(1.2).jpeg({ quality: 70 }).toBuffer(),
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

function hexText(random: Random, length: number): string {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')
}
