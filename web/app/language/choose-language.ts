import { languageCookieName } from '../../../contract/languages.ts'
import { language } from '../../../contract/translate.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Stores the language and reloads the page at the same address. Drafts are kept, as at any reload. */
export function switchLanguage(code: string): void {
  const isHttps = location.protocol === 'https:'
  const secure = isHttps ? '; secure' : ''
  document.cookie = `${languageCookieName(isHttps)}=${code}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
  // Earlier releases gave the cookie the name of plain http on https, too.
  if (isHttps) document.cookie = `${languageCookieName(false)}=; path=/; max-age=0`
  if (code !== language) location.reload()
}
