import { languages } from '../../../contract/languages.ts'
import { createTranslator, type Translator } from '../../../contract/translate.ts'
import { readTexts } from './read-texts.ts'

const [english, ...others] = languages
const inEnglish = createTranslator({ language: english.code, direction: english.direction, texts: {} })
const translators = new Map(
  others.map(({ code, direction }) => [code, createTranslator({ language: code, direction, texts: readTexts(code) })]),
)

/**
 * Returns the translator for mails in a language. It falls back to English for a language that the site no longer has.
 */
export function translatorFor(language: string): Translator {
  return translators.get(language) ?? inEnglish
}
