/**
 * One band of an engraved rosette: a wave around the centre. It is drawn several times, each copy turned a little
 * further.
 */
export interface RosetteBand {
  path: string
  /** The angles of the copies in degrees; the first is 0. */
  turns: number[]
}

/**
 * Draws guilloché lines from a seed; the same seed always gives the same figure. A phase step of a wave is a rotation,
 * so a band needs only one path for all its lines.
 */
export function drawRosette(seed: string, size: number, bandCount: number): RosetteBand[] {
  const hash = hashText(seed)
  const centre = size / 2
  const pointCount = size < 80 ? 90 : 180
  return bandShapes.slice(0, bandCount).map(({ outer, copies }, band) => {
    const petals = 8 + ((hash >>> (band * 5)) % 13)
    const amplitude = pick(hash, band * 7 + 3, 0.085, 0.15)
    const middle = outer - amplitude
    const points = Array.from({ length: pointCount }, (_, index) => {
      const angle = (index / pointCount) * 2 * Math.PI
      const swell = 0.8 + 0.2 * Math.cos(2 * petals * angle)
      const radius = centre * (middle + amplitude * Math.cos(petals * angle) * swell)
      return `${(centre + radius * Math.cos(angle)).toFixed(1)} ${(centre + radius * Math.sin(angle)).toFixed(1)}`
    })
    const turns = Array.from({ length: copies }, (_, copy) => Number(((360 / petals) * (copy / copies)).toFixed(3)))
    return { path: `M${points.join('L')}Z`, turns }
  })
}

const bandShapes = [
  { outer: 0.98, copies: 14 },
  { outer: 0.7, copies: 12 },
  { outer: 0.44, copies: 10 },
  { outer: 0.24, copies: 8 },
]

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619) >>> 0
  return hash
}

/** Returns a fraction of the hash, scaled to the range. */
function pick(hash: number, shift: number, from: number, to: number): number {
  return from + (((hash >>> shift) % 97) / 96) * (to - from)
}
