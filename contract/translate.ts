/**
 * The words people read, in the language of the page. The English sentence is the name of its translation, as in gettext:
 * it stands where it is shown, is found by searching for it, and English needs no file. A page in another language has
 * loaded its catalogue before any module runs, so that texts may be made anywhere, also once for a whole module. The
 * server has none and speaks English, except where it asks for a translator.
 */
export interface Catalogue {
  /** BCP 47: de, ar */
  language: string
  direction: 'ltr' | 'rtl'
  texts: Texts
  /** Where the texts of further areas are to be had, by the name of the area (web/lib/load-texts.ts). */
  parts?: Record<string, string>
}

export type Texts = Record<string, string | Plural>

/** The forms of a text that counts, by the plural rules of its language. `other` is there in every language. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** What stands in the braces of a text. Numbers are written as the language writes them. */
export type TextValues = Record<string, string | number>

export interface Translator {
  /** `t('Sent to {name}.', { name })`. */
  t: (text: string, values?: TextValues) => string
  /** For a word that other languages say in several ways: `tc('of a request', 'Open')`. Who translates reads the context. */
  tc: (context: string, text: string, values?: TextValues) => string
  /** `tn('{count} coin', '{count} coins', count)`; `count` is among the values. */
  tn: (one: string, other: string, count: number, values?: TextValues) => string
}

const ofPage = (globalThis as { catalogue?: Catalogue }).catalogue ?? { language: 'en', direction: 'ltr', texts: {} }

export const { language, direction } = ofPage
export const { t, tc, tn } = createTranslator(ofPage)

/** Says texts in the language of a catalogue, and in English what it lacks. */
export function createTranslator({ language, texts }: Omit<Catalogue, 'direction'>): Translator {
  let pluralRules: Intl.PluralRules | undefined
  let numberFormat: Intl.NumberFormat | undefined
  // What a person has typed may be asked for, too, and "constructor" is no text of ours.
  const formsOf = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)
  const find = (key: string) => {
    const found = formsOf(key)
    return typeof found === 'object' ? found.other : found
  }
  // The first formatter of numbers costs a phone some 100 ms, which a page has no time for at first.
  const isPlain = (value: number) => language === 'en' && Number.isSafeInteger(value) && value >= 0
  const formatNumber = (value: number) =>
    isPlain(value)
      ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
      : (numberFormat ??= new Intl.NumberFormat(language)).format(value)
  const fillIn = (text: string, values: TextValues | undefined) => {
    if (!values) return text
    return text.replace(/\{(\w+)\}/g, (braces, name: string) => {
      const value = values[name]
      return value === undefined ? braces : typeof value === 'number' ? formatNumber(value) : value
    })
  }
  return {
    t: (text, values) => fillIn(find(text) ?? text, values),
    tc: (context, text, values) => fillIn(find(`${context}|${text}`) ?? text, values),
    tn: (one, other, count, values) => {
      const found = formsOf(other)
      const forms: Plural = typeof found === 'object' ? found : { one, other: found ?? other }
      pluralRules ??= new Intl.PluralRules(language)
      return fillIn(forms[pluralRules.select(count)] ?? forms.other, { count, ...values })
    },
  }
}
