import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../contract/languages.ts'
import { createTranslator, type Texts, type Translator } from '../../contract/translate.ts'

/** The translations as they stand in the sources: mails need no web app that has been built. */
const folder = join(import.meta.dirname, '../../web/languages')

const [{ code: english }, ...others] = languages
const inEnglish = createTranslator({ language: english, texts: {} })
const translators = new Map(
  others.map(({ code }) => [code, createTranslator({ language: code, texts: readTexts(code) })]),
)

/** What says the texts of a mail in the language of who gets it; in English where that is no longer spoken. */
export function translatorFor(language: string): Translator {
  return translators.get(language) ?? inEnglish
}

function readTexts(code: string): Texts {
  const files = globSync('*.json', { cwd: join(folder, code) })
  return Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(join(folder, code, file), 'utf8')) as Texts),
  ) as Texts
}
