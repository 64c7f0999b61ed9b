import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderDuties } from '../scripts/duties-table.ts'

test('the documented duties are those of the contract (else run npm run docs:duties)', () => {
  const document = readFileSync(join(import.meta.dirname, '../docs/duties.md'), 'utf8')
  expect(document).toBe(renderDuties(document))
})
