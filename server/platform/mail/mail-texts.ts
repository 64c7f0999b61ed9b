import { languages } from '../../../contract/languages.ts'
import { createTranslator, type Translator } from '../../../contract/translate.ts'
import { readTexts } from './read-texts.ts'

const [{ code: english }, ...others] = languages
const inEnglish = createTranslator({ language: english, texts: {} })
const translators = new Map(
  others.map(({ code }) => [code, createTranslator({ language: code, texts: readTexts(code) })]),
)

/** What says the texts of a mail in the language of who gets it; in English where that is no longer spoken. */
export function translatorFor(language: string): Translator {
  return translators.get(language) ?? inEnglish
}
