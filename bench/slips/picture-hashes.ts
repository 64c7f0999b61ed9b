import sharp from 'sharp'

// Two hashes of 64 bits that hardly change when a picture is scaled or encoded again.

/** Compares the brightness of neighbours in nine columns and eight rows (dHash). */
export async function differenceHash(picture: Buffer): Promise<bigint> {
  const pixels = await greys(picture, 9, 8)
  let bits = 0n
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column
      bits = (bits << 1n) | (valueAt(pixels, at) < valueAt(pixels, at + 1) ? 1n : 0n)
    }
  }
  return bits
}

/** Compares the 64 lowest frequencies of 32 x 32 pixels with their median (pHash). */
export async function frequencyHash(picture: Buffer): Promise<bigint> {
  const pixels = await greys(picture, 32, 32)
  const values: number[] = []
  for (let v = 0; v < 8; v += 1) for (let u = 0; u < 8; u += 1) values.push(frequency(pixels, u, v))
  const sorted = values.slice(1).toSorted((a, b) => a - b)
  const median = valueAt(sorted, Math.floor(sorted.length / 2))
  return values.reduce((bits, value) => (bits << 1n) | (value > median ? 1n : 0n), 0n)
}

export function distance(one: bigint, other: bigint): number {
  let bits = one ^ other
  let count = 0
  for (; bits > 0n; bits &= bits - 1n) count += 1
  return count
}

/** True if one of four bands of 16 bits is the same. An index of the bands finds such pairs alone. */
export function sharesBand(one: bigint, other: bigint): boolean {
  const bits = one ^ other
  return [0n, 16n, 32n, 48n].some((shift) => ((bits >> shift) & 0xffffn) === 0n)
}

async function greys(picture: Buffer, width: number, height: number): Promise<Uint8Array> {
  return sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
}

const cosines = Array.from({ length: 8 }, (_, u) =>
  Array.from({ length: 32 }, (__, x) => Math.cos(((2 * x + 1) * u * Math.PI) / 64)),
)

function frequency(pixels: Uint8Array, u: number, v: number): number {
  let sum = 0
  for (let y = 0; y < 32; y += 1) {
    for (let x = 0; x < 32; x += 1)
      sum += valueAt(pixels, y * 32 + x) * valueAt(cosines[u] ?? [], x) * valueAt(cosines[v] ?? [], y)
  }
  return sum
}

function valueAt(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0
}
