import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '../../contract/translate.ts'
import { sortKeys } from './catalogues.ts'
import { partNames, sortTexts } from './sort-texts.ts'

/** Writes the translations of a language into one file for each part. A new one may stand in any file of the folder before. */
export function writeParts(folder: string, texts: Texts): void {
  const parts = sortTexts(Object.keys(texts))
  mkdirSync(folder, { recursive: true })
  for (const file of globSync('*.json', { cwd: folder })) rmSync(join(folder, file))
  for (const name of partNames) {
    const own = Object.fromEntries(parts[name].map((key) => [key, texts[key] ?? key]))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(sortKeys(own), null, 2)}\n`)
  }
}
