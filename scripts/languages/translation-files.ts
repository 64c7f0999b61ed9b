import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Texts } from '../../contract/translate.ts'
import { sortKeys } from './catalogues.ts'
import { translationFileNames, sortTexts } from './sort-texts.ts'

/** Writes the translations of a language into the files of its folder. Before that, a new one may stand in any of them. */
export function writeTranslationFiles(folder: string, texts: Texts): void {
  const sorted = sortTexts(Object.keys(texts))
  mkdirSync(folder, { recursive: true })
  for (const file of globSync('*.json', { cwd: folder })) rmSync(join(folder, file))
  for (const name of translationFileNames) {
    const own = Object.fromEntries(sorted[name].map((key) => [key, texts[key] ?? key]))
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(sortKeys(own), null, 2)}\n`)
  }
}
