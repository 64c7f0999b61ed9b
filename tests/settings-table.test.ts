import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderReadme } from '../scripts/settings-table.ts'

test('the README lists the settings of the server (else run npm run docs:settings)', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  expect(readme).toBe(renderReadme(readme))
})
