import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manual = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')

/**
 * Returns the lines of each block of commands or statements in docs/operations.md that stands between two texts, without the notes behind
 * a command. Throws if one of the texts is missing.
 */
export function readBlocks(from: string, to: string): string[][] {
  const start = manual.indexOf(from)
  const end = manual.indexOf(to, start)
  if (start === -1 || end === -1) throw new Error(`docs/operations.md has no "${from}" before "${to}"`)
  return [...manual.slice(start, end).matchAll(/^( *)```(?:sh|sql)\n(.*?)^ *```/gms)].map(
    ([, indent = '', block = '']) =>
      block
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(indent.length).replace(/\s+#.*$/, '')),
  )
}
