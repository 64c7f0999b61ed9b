export interface Language {
  /** A BCP 47 code. */
  code: string
  /** The name of the language in the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
}

/** The languages of the site. The first is the language of its sources; each other one is a folder of web/languages. */
export const languages: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
]

/** The cookie with the code of the language that a person chose. Without it the browser's languages decide. */
export const languageCookieName = 'language'
