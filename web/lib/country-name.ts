import { language } from '../../contract/translate.ts'

/** A country by its two letters, in the language of the page; where the browser knows no name of it, in English. */
export function countryName(code: string, englishName: string): string {
  if (language === 'en') return englishName
  names ??= new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return names.of(code) ?? englishName
}

let names: Intl.DisplayNames | undefined
