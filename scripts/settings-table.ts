import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../server/platform/config.ts'

type Row = { name: string; fallback?: string; meaning: string; expected: string }

const [begin, end] = ['<!-- settings -->', '<!-- /settings -->']

/**
 * Returns the README with the table of the settings in server/platform/config.ts. `npm run docs:settings` writes it.
 */
export function renderReadme(readme: string): string {
  const lines = Object.values<Row>(settings).map(
    ({ name, fallback, meaning, expected }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'none'} | ${meaning} Expects ${expected.replaceAll('<', '\\<')}. |`,
  )
  const table = ['| variable | default | meaning |', '| --- | --- | --- |', ...lines].join('\n')
  const [before, after] = [readme.split(begin)[0], readme.split(end)[1]]
  if (before === undefined || after === undefined) throw new Error(`The README has no ${begin} and ${end}`)
  return `${before}${begin}\n${table}\n${end}${after}`
}

if (process.argv[1] === import.meta.filename) {
  const path = join(import.meta.dirname, '../README.md')
  writeFileSync(path, renderReadme(readFileSync(path, 'utf8')))
}
