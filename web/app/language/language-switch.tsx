import { languages, type Language } from '../../../contract/languages.ts'
import { language, t } from '../../../contract/translate.ts'
import { switchLanguage } from './choose-language.ts'

/**
 * Shows each language by its own name, for people who cannot read the language of the page. These are buttons, because
 * a choice reloads the page: in a list, each press of an arrow key would choose.
 */
export function LanguageSwitch() {
  return (
    <div
      role="group"
      aria-label={t('Language')}
      className="inline-flex flex-wrap rounded-2 border border-line-strong p-0.5"
    >
      {offered.map(({ code, name }) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-current={code === language ? 'true' : undefined}
          onClick={() => switchLanguage(code)}
          className="h-8 rounded-[6px] px-2.5 text-ink-2 hover:text-ink aria-current:bg-brand-soft aria-current:text-on-brand-soft pointer-coarse:h-11"
        >
          {name}
        </button>
      ))}
    </div>
  )
}

// To test translations, a page may be in a language that is not offered; that one is then listed too.
const offered: readonly Pick<Language, 'code' | 'name'>[] = languages.some(({ code }) => code === language)
  ? languages
  : [...languages, { code: language, name: language }]
