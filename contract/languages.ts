export interface Language {
  /** BCP 47 */
  code: string
  /** In its own words. */
  name: string
  direction: 'ltr' | 'rtl'
}

/** The languages the site speaks, the one of its sources first. Each other one is a folder of web/languages. */
export const languages: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
]

/** Holds the code of the language that somebody chose; without it the browser's languages decide. */
export const languageCookieName = 'language'
