import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../contract/operations.ts'
import { duties, everyDuty } from '../contract/roles.ts'
import { replacePart } from './replace-part.ts'

/** Returns docs/duties.md with the table of the operations in `contract/`. `npm run docs:duties` writes it. */
export function renderDuties(document: string): string {
  const rows = operations
    .filter(({ duties: needed }) => needed !== undefined && needed.length < everyDuty.length)
    .map(({ id, duties: needed = [] }) =>
      row(`\`${id}\``, ...duties.map((duty) => (needed.includes(duty) ? 'yes' : ''))),
    )
    // The order must not depend on how a program lists the exports of a module.
    .toSorted()
  const head = [row('operation', ...duties), row('---', ...duties.map(() => '---'))]
  return replacePart(document, 'duties', [...head, ...rows].join('\n'))
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

if (process.argv[1] === import.meta.filename) {
  const path = join(import.meta.dirname, '../docs/duties.md')
  writeFileSync(path, renderDuties(readFileSync(path, 'utf8')))
}
