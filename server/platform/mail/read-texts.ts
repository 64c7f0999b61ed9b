import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '../../../contract/translate.ts'

/** The folder of the translations in the sources, which exists without a build of the web app. */
const folder = join(import.meta.dirname, '../../../web/languages')

/** Reads the texts of a language from the files of all areas. */
export function readTexts(code: string): Texts {
  const areas = globSync('*.json', { cwd: join(folder, code) }).toSorted()
  return Object.assign(
    {},
    ...areas.map((area) => JSON.parse(readFileSync(join(folder, code, area), 'utf8')) as Texts),
  ) as Texts
}
