import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../server/platform/config.ts'
import { replacePart } from './replace-part.ts'

type Row = { name: string; fallback?: string; meaning: string; expected: string }

/**
 * Returns the README with the table of the settings in server/platform/config.ts. `npm run docs:settings` writes it.
 */
export function renderReadme(readme: string): string {
  const lines = Object.values<Row>(settings).map(
    ({ name, fallback, meaning, expected }) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'none'} | ${meaning} Expects ${expected.replaceAll('<', '\\<')}. |`,
  )
  const table = ['| variable | default | meaning |', '| --- | --- | --- |', ...lines].join('\n')
  return replacePart(readme, 'settings', table)
}

if (process.argv[1] === import.meta.filename) {
  const path = join(import.meta.dirname, '../README.md')
  writeFileSync(path, renderReadme(readFileSync(path, 'utf8')))
}
