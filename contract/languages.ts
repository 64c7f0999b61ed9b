export interface Language {
  /** A BCP 47 code. */
  code: string
  /** The name of the language in the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  /**
   * Says in the language itself that no native speaker has read the translation yet. It stands beside the choice
   * of languages on pages in this one, and is the title of its button on the others. A native reader who has corrected the texts removes it.
   */
  awaitsReader?: string
}

/** The languages of the site. The first is the language of its sources; each other one is a folder of web/languages. */
export const languages: readonly [Language, ...Language[]] = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr', awaitsReader: 'Traducción aún no leída por un hablante nativo.' },
  { code: 'ar', name: 'العربية', direction: 'rtl', awaitsReader: 'لم يراجع هذه الترجمة متحدث أصلي بعد.' },
]

/** The cookie with the code of the language that a person chose. Without it the browser's languages decide. */
const languageCookie = 'language'

/** Returns the name of that cookie. With the prefix, browsers insist on https, on this host alone and on the whole site. */
export function languageCookieName(isHttps: boolean): string {
  return isHttps ? `__Host-${languageCookie}` : languageCookie
}

/** Reads the code of the language that the person chose, under either name. */
export function readLanguageCookie(cookies: Record<string, string | undefined>): string | undefined {
  return cookies[languageCookieName(true)] ?? cookies[languageCookieName(false)]
}
