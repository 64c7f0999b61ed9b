import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Plural, Texts } from '../../../contract/translate.ts'
import type { ServedLanguage } from './page-head.ts'

const englishFile = join(import.meta.dirname, '../../../web/languages/en.json')

/**
 * Adds two artificial languages made from English, which a cookie selects. One has accents on every letter and longer
 * words. It shows untranslated texts and places with too little room. The other one is written from right to left.
 */
export function addPseudoLanguages(app: FastifyInstance): ServedLanguage[] {
  if (!existsSync(englishFile)) return []
  const english = JSON.parse(readFileSync(englishFile, 'utf8')) as Texts
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
