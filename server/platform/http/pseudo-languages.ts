import type { FastifyInstance } from 'fastify'
import { languages } from '../../../contract/languages.ts'
import type { Plural, Texts } from '../../../contract/translate.ts'
import { readTexts } from '../mail/read-texts.ts'
import type { ServedLanguage } from './page-head.ts'

/**
 * Adds two artificial languages made from English, which a cookie selects. One has accents on every letter and longer
 * words. It shows untranslated texts and places with too little room. The other one is written from right to left.
 */
export function addPseudoLanguages(app: FastifyInstance): ServedLanguage[] {
  const english = readEnglish()
  const made = [
    { code: 'en-XA', name: '[Éñĝļîšĥ]', direction: 'ltr', texts: mapTexts(english, accent) },
    { code: 'ar-XB', name: '\u202eEnglish\u202c', direction: 'rtl', texts: mapTexts(english, turnRound) },
  ] as const
  return made.map((language) => {
    const script = `/dev/language-${language.code}.js`
    // The digits stay as in English, because these languages test layouts, not numbers.
    const catalogue = { ...language, language: `${language.code}-u-nu-latn` }
    app.get(script, (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type('text/javascript; charset=utf-8')
        .send(`globalThis.catalogue=${JSON.stringify(catalogue)}`),
    )
    return { ...language, scripts: { all: [script] } }
  })
}

/** Returns the English texts by their keys. A translation has a key for each text, and the key says the English. */
function readEnglish(): Texts {
  const translated = Object.assign({}, ...languages.slice(1).map(({ code }) => readTexts(code))) as Texts
  return Object.fromEntries(
    Object.entries(translated).map(([key, text]) => {
      const english = englishOf(key)
      return [key, typeof text === 'string' ? english : { other: english }]
    }),
  )
}

/** Returns the English of a key: all of it, or the words after the context; for a text with a count, its plural. */
export function englishOf(key: string): string {
  return key.slice(key.indexOf('|') + 1)
}

const plain = 'ACDEGHIJKLNOPRSTUWYZacdeghijklnoprstuwyz'
const accented = 'ÀÇÐÉĜĤÎĴĶĻÑÖÞŔŠŢÛŴÝŽàçðéĝĥîĵķļñöþŕšţûŵýž'
const longer = 0.4

function accent(text: string): string {
  const letters = outsideBraces(text, (part) =>
    part.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter),
  )
  return `[${letters} ${'·'.repeat(Math.ceil(text.length * longer))}]`
}

function turnRound(text: string): string {
  return `\u202e${text}\u202c`
}

function outsideBraces(text: string, change: (part: string) => string): string {
  return text
    .split(/(\{\w+\})/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

function mapTexts(texts: Texts, change: (text: string) => string): Texts {
  const mapForms = (forms: Plural) =>
    Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, change(text)])) as Plural
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? change(text) : mapForms(text)]),
  )
}
