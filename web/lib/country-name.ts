import { language } from '../../contract/translate.ts'

/** Returns the name of a country in the language of the page, or in English if the browser does not know it. */
export function countryName(code: string, englishName: string): string {
  if (language === 'en') return englishName
  names ??= new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return names.of(code) ?? englishName
}

let names: Intl.DisplayNames | undefined
