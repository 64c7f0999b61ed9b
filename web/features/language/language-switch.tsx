import { ChevronDown } from 'lucide-react'
import { languages, type Language } from '../../../contract/languages.ts'
import { language, t } from '../../../contract/translate.ts'
import { chooseLanguage } from './choose-language.ts'

/** Each language in its own words, for somebody who does not read the one of the page. */
export function LanguageSwitch() {
  return (
    <span className="relative inline-flex items-center">
      <select
        aria-label={t('Language')}
        value={language}
        autoComplete="off"
        onChange={({ target }) => chooseLanguage(target.value)}
        className="h-9 appearance-none rounded-2 border border-line-strong bg-surface ps-2.5 pe-8 text-sm text-ink hover:border-ink-2 pointer-coarse:h-11"
      >
        {offered.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" size={16} className="pointer-events-none absolute end-2 text-ink-2" />
    </span>
  )
}

// A page may be in a language that is not offered, to try out whether all can be translated.
const offered: readonly Pick<Language, 'code' | 'name'>[] = languages.some(({ code }) => code === language)
  ? languages
  : [...languages, { code: language, name: language }]
