import { languageCookieName } from '../../../contract/languages.ts'
import { language } from '../../../contract/translate.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** Stores the language and reloads the page at the same address. Drafts are kept, as at any reload. */
export function switchLanguage(code: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${languageCookieName}=${code}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`
  if (code !== language) location.reload()
}
