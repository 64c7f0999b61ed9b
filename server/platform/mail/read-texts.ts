import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '../../../contract/translate.ts'

/** The translations as they stand in the sources, which need no web app that has been built. */
const folder = join(import.meta.dirname, '../../../web/languages')

/** The texts of a language: those of all areas. */
export function readTexts(code: string): Texts {
  const areas = globSync('*.json', { cwd: join(folder, code) }).toSorted()
  return Object.assign(
    {},
    ...areas.map((area) => JSON.parse(readFileSync(join(folder, code, area), 'utf8')) as Texts),
  ) as Texts
}
