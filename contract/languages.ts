export interface Language {
  /** A BCP 47 code. */
  code: string
  /** The name of the language in the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  /**
   * Says in the language itself that a machine checked the translation and no native speaker has read it yet. The choice
   * of a language says so. A native reader who has corrected the texts removes it.
   */
  awaitsReader?: string
}

/** The languages of the site. The first is the language of its sources; each other one is a folder of web/languages. */
export const languages: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr', awaitsReader: 'a la espera de un lector nativo' },
  { code: 'ar', name: 'العربية', direction: 'rtl', awaitsReader: 'بانتظار مراجعة قارئ لغته الأم العربية' },
]

/** The cookie with the code of the language that a person chose. Without it the browser's languages decide. */
export const languageCookieName = 'language'
