/**
 * The texts of the site in the language of the page. The English sentence is the key of its translation, as in gettext.
 * So it stands in the code that shows it, a search finds it, and English needs no file. A page in another language has
 * loaded its catalogue before any module runs, so a module may make texts at its top level, too. The server loads no
 * catalogue and speaks English, except where it creates a translator.
 */
export interface Catalogue {
  /** A BCP 47 code, such as de or ar. */
  language: string
  direction: 'ltr' | 'rtl'
  texts: Texts
  /** The addresses of the texts of further areas, by the name of the area (web/lib/load-texts.ts). */
  areaUrls?: Record<string, string>
}

export type Texts = Record<string, string | Plural>

/** The forms of a text with a count, by the plural rules of its language. Every language has `other`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The values for the braces of a text. Numbers are written as the language writes them. */
export type TextValues = Record<string, string | number>

export interface Translator {
  /** Translates a text: `t('Sent to {name}.', { name })`. */
  t: (text: string, values?: TextValues) => string
  /**
   * Translates a word that other languages say in several ways: `tc('of a request', 'Open')`. Translators read the
   * context.
   */
  tc: (context: string, text: string, values?: TextValues) => string
  /** Translates a text with a count: `tn('{count} coin', '{count} coins', count)`. `count` is among the values. */
  tn: (one: string, other: string, count: number, values?: TextValues) => string
}

const ofPage = (globalThis as { catalogue?: Catalogue }).catalogue ?? { language: 'en', direction: 'ltr', texts: {} }

export const { language, direction } = ofPage
export const { t, tc, tn } = createTranslator(ofPage)

/**
 * Returns a language with the digits 0 to 9 for `Intl`. Some Arabic regions write others, but an amount, a date or a
 * number of a request must look the same to all who compare it, and the same as in a copied text or a file.
 */
export function withWesternDigits(code: string): string {
  return code.includes('-u-') ? code : `${code}-u-nu-latn`
}

/** The language of the page for the numbers of `Intl`. */
export const numberLocale = withWesternDigits(language)

/** Creates a translator into the language of a catalogue. A text that the catalogue lacks stays English. */
export function createTranslator({ language, direction, texts }: Catalogue): Translator {
  let pluralRules: Intl.PluralRules | undefined
  let numberFormat: Intl.NumberFormat | undefined
  // Only own keys count, as a text may be typed by a person and "constructor" must not find the method of every object.
  const formsOf = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined)
  const find = (key: string) => {
    const found = formsOf(key)
    return typeof found === 'object' ? found.other : found
  }
  // Creating the first formatter of numbers takes a phone some 100 ms, which would delay the first page.
  const isPlain = (value: number) => language === 'en' && Number.isSafeInteger(value) && value >= 0
  const formatNumber = (value: number) =>
    isPlain(value)
      ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
      : (numberFormat ??= new Intl.NumberFormat(withWesternDigits(language))).format(value)
  const fillIn = (text: string, values: TextValues | undefined) => {
    if (!values) return text
    return text.replace(/\{(\w+)\}(%|\sET\b|\sUSDT?\b|)/g, (braces, name: string, unit: string) => {
      const value = values[name]
      if (value === undefined) return braces
      const written = (typeof value === 'number' ? formatNumber(value) : value) + unit
      return direction === 'rtl' && (typeof value === 'string' || unit !== '') ? isolate(written) : written
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

/**
 * Keeps a value with its unit in its own order within a text from right to left: without this, the minus of an amount goes to its other
 * side, and the words around an address change places. A link stays as it is, because programs read it.
 */
function isolate(value: string): string {
  return value === '' || /^https?:/.test(value) ? value : `\u2068${value}\u2069`
}

/**
 * Keeps an amount with its sign and unit from left to right on a page from right to left, as amounts beside each other would
 * swap their units otherwise.
 */
export function keepOrder(amount: string): string {
  return direction === 'rtl' ? `\u2066${amount}\u2069` : amount
}

/** Takes the invisible marks around values out of a text that becomes the name of a file. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}
