import { join } from 'node:path'
import { languages } from '../contract/languages.ts'
import { readTexts } from '../server/platform/mail/read-texts.ts'
import { findTranslationFaults, readEnglish, readUnwrappedTexts } from './languages/catalogues.ts'
import { writeManifest } from './languages/manifests.ts'
import { writeTranslationFiles } from './languages/translation-files.ts'

/**
 * Collects every text of the product, sorts the translations by the pages that say them, and prints the missing ones.
 */
const { texts, unreadable } = readEnglish()
console.log(`${Object.keys(texts).length} texts in the sources`)
for (const language of languages.slice(1)) {
  const { code } = language
  const { missing, unused, conflicts, faults } = findTranslationFaults(code, texts)
  if (conflicts.length === 0) {
    const translations = readTexts(code)
    writeTranslationFiles(join(import.meta.dirname, '../web/languages', code), translations)
    writeManifest(language, translations)
  }
  print(`${code}: without translation`, missing)
  print(`${code}: translated, but no longer used`, unused)
  print(`${code}: translated in two ways`, conflicts)
  print(`${code}: wrong`, faults)
}
const describe = ({ file, line, text }: (typeof unreadable)[number]) => `${file}:${line}: ${text}`
print('Texts that are no literals', unreadable.map(describe))
print('Texts that cannot be translated yet', readUnwrappedTexts().map(describe))

function print(title: string, lines: string[]): void {
  console.log(`\n${title}: ${lines.length}`)
  for (const line of lines) console.log(`  ${line}`)
}
