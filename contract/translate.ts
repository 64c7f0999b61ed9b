/**
 * The words people read, in the language of the page. The English sentence is the name of its translation, as in gettext:
 * it stands where it is shown, is found by searching for it, and English needs no file. A page in another language has
 * loaded its catalogue before any module runs, so that texts may be made anywhere, also once for a whole module. The
 * server has none and speaks English.
 */
export interface Catalogue {
  /** BCP 47: de, ar */
  language: string
  direction: 'ltr' | 'rtl'
  texts: Record<string, string | Plural>
}

/** The forms of a text that counts, by the plural rules of its language. `other` is there in every language. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** What stands in the braces of a text. Numbers are written as the language writes them. */
export type TextValues = Record<string, string | number>

const { language, direction, texts }: Catalogue = (globalThis as { catalogue?: Catalogue }).catalogue ?? {
  language: 'en',
  direction: 'ltr',
  texts: {},
}

export { language, direction }

/** `t('Sent to {name}.', { name })`. */
export function t(text: string, values?: TextValues): string {
  return fillIn(translationOf(text) ?? text, values)
}

/** For a word that other languages say in several ways: `tc('of a request', 'Open')`. Who translates reads the context. */
export function tc(context: string, text: string, values?: TextValues): string {
  return fillIn(translationOf(`${context}|${text}`) ?? text, values)
}

/** `tn('{count} coin', '{count} coins', count)`; `count` is among the values. */
export function tn(one: string, other: string, count: number, values?: TextValues): string {
  const found = texts[other]
  const forms: Plural = typeof found === 'object' ? found : { one, other: found ?? other }
  pluralRules ??= new Intl.PluralRules(language)
  return fillIn(forms[pluralRules.select(count)] ?? forms.other, { count, ...values })
}

function translationOf(text: string): string | undefined {
  const found = texts[text]
  return typeof found === 'object' ? found.other : found
}

function fillIn(text: string, values: TextValues | undefined): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = values[name]
    return value === undefined ? braces : typeof value === 'number' ? formatNumber(value) : value
  })
}

function formatNumber(value: number): string {
  numberFormat ??= new Intl.NumberFormat(language)
  return numberFormat.format(value)
}

let pluralRules: Intl.PluralRules | undefined
let numberFormat: Intl.NumberFormat | undefined
