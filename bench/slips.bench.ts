import sharp from 'sharp'
import { differenceHash, distance, frequencyHash, sharesBand } from './slips/picture-hashes.ts'
import { changes, drawSlip, randomOf, type Slip } from './slips/made-up-slips.ts'

/** Tells if pictures that look alike can tell a slip that was sent before: error rates of two 64-bit hashes, by threshold. */

const seed = Number(process.env['SLIPS_SEED'] ?? 20261124)
const slipCount = 1_000
const changedCount = 250
const thresholds = [0, 1, 2, 3, 4, 6, 8, 10, 12]

const hashes = { dHash: differenceHash, pHash: frequencyHash }
type HashName = keyof typeof hashes
type Hashed = Slip & Record<HashName, bigint>

export const bench = {
  name: 'slips',
  async run() {
    const random = randomOf(seed)
    const slips: Hashed[] = []
    const changed: { original: Hashed; change: string; copy: Record<HashName, bigint> }[] = []
    for (let number = 0; number < slipCount; number += 1) {
      const slip = drawSlip(random)
      const picture = await sharp(Buffer.from(slip.svg)).png().toBuffer()
      const original = { ...slip, ...(await hash(picture)) }
      slips.push(original)
      if (number >= changedCount) continue
      for (const [change, apply] of Object.entries(changes))
        changed.push({ original, change, copy: await hash(await apply(picture)) })
    }
    const figures = (Object.keys(hashes) as HashName[]).flatMap((name) => [
      ...thresholds.map((threshold) => ratesAt(name, threshold, slips, changed)),
      ...Object.keys(changes).map((change) => missesOf(name, change, changed)),
    ])
    const pass = true
    return { rows: [{ name: 'seed', value: String(seed), pass }, ...figures.map((row) => ({ ...row, pass }))] }
  },
}

async function hash(picture: Buffer): Promise<Record<HashName, bigint>> {
  return { dHash: await differenceHash(picture), pHash: await frequencyHash(picture) }
}

type Changed = { original: Hashed; change: string; copy: Record<HashName, bigint> }

/** Counts the copies that a threshold misses, and the different slips that it takes for copies. */
function ratesAt(name: HashName, threshold: number, slips: Hashed[], changed: Changed[]) {
  const missed = changed.filter(({ original, copy }) => distance(original[name], copy[name]) > threshold)
  const unfound = changed.filter(
    ({ original, copy }) => distance(original[name], copy[name]) > threshold || !sharesBand(original[name], copy[name]),
  )
  const [sameApp, sameAppAndAmount] = [
    { pairs: 0, alike: 0 },
    { pairs: 0, alike: 0 },
  ]
  const alarmed = { anySlip: 0, sameAmount: 0 }
  for (const [at, one] of slips.entries()) {
    let [isAlike, isAlikeInAmount] = [false, false]
    for (const [other, two] of slips.entries()) {
      if (at === other) continue
      const isNear = distance(one[name], two[name]) <= threshold
      isAlike ||= isNear
      isAlikeInAmount ||= isNear && one.amount === two.amount
      if (other < at || one.app !== two.app) continue
      count(sameApp, isNear)
      if (one.amount === two.amount) count(sameAppAndAmount, isNear)
    }
    if (isAlike) alarmed.anySlip += 1
    if (isAlikeInAmount) alarmed.sameAmount += 1
  }
  const value = [
    `copies missed ${share(missed.length, changed.length)} (by bands ${share(unfound.length, changed.length)})`,
    `pairs of one app alike ${share(sameApp.alike, sameApp.pairs)}`,
    `with one amount ${share(sameAppAndAmount.alike, sameAppAndAmount.pairs)}`,
    `slips with a false alarm ${share(alarmed.anySlip, slips.length)}`,
    `with one amount ${share(alarmed.sameAmount, slips.length)}`,
  ]
  return { name: `${name}, distance <= ${threshold}`, value: value.join(', ') }
}

/** The distances of the copies of one kind: the median and the greatest. */
function missesOf(name: HashName, change: string, changed: Changed[]) {
  const distances = changed
    .filter((one) => one.change === change)
    .map(({ original, copy }) => distance(original[name], copy[name]))
    .toSorted((a, b) => a - b)
  const median = distances[Math.floor(distances.length / 2)]
  return {
    name: `${name} of a copy: ${change}`,
    value: `distance ${median} in the middle, ${distances.at(-1)} at most`,
  }
}

function count(pairs: { pairs: number; alike: number }, isNear: boolean): void {
  pairs.pairs += 1
  if (isNear) pairs.alike += 1
}

function share(part: number, all: number): string {
  return `${((part / all) * 100).toFixed(1)} %`
}
