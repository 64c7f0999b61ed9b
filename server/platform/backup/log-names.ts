// PostgreSQL's log consists of files of one size, its segments. A name has 8 digits for the timeline, which changes with
// each restore, and 16 for the number of the segment.
const segmentPattern = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(?:\.partial)?$/
const digits = 8

/** Returns the timeline of a segment, or undefined for another file. */
export function timelineOf(name: string): number | undefined {
  const [, timeline] = segmentPattern.exec(name) ?? []
  return timeline === undefined ? undefined : Number.parseInt(timeline, 16)
}

/** Returns the 16 digits of a segment's number, which can be compared as text. */
export function segmentNumber(name: string): string {
  return name.slice(digits, 3 * digits)
}

/** Returns how many segments of a timeline come before this one. */
export function countSegments(name: string, segmentBytes: number): number {
  const [high, low] = [name.slice(digits, 2 * digits), name.slice(2 * digits, 3 * digits)]
  return Number.parseInt(high, 16) * (0x1_0000_0000 / segmentBytes) + Number.parseInt(low, 16)
}

/** Reads a place in the log, such as 0/16B3748. */
export function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export function formatLsn(place: bigint): string {
  return `${(place >> 32n).toString(16)}/${(place & 0xffff_ffffn).toString(16)}`.toUpperCase()
}

/** Returns the name of the segment that holds a place in the log. */
export function segmentName(timeline: number, place: bigint, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes)
  const number = place / BigInt(segmentBytes)
  return [BigInt(timeline), number / perFile, number % perFile]
    .map((part) => part.toString(16).toUpperCase().padStart(digits, '0'))
    .join('')
}

/** Reads a history file: each earlier timeline, with the place in the log where the next one left it. */
export function parseHistory(text: string): Map<number, bigint> {
  const lines = [...text.matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm)]
  return new Map(lines.map(([, timeline, lsn = '']) => [Number(timeline), parseLsn(lsn)]))
}
