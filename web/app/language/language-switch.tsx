import { languages, type Language } from '../../../contract/languages.ts'
import { language, t } from '../../../contract/translate.ts'
import { chooseLanguage } from './choose-language.ts'

/**
 * Each language in its own words, for somebody who does not read the one of the page. These are buttons, as the page comes anew
 * in the one that is chosen: a list would choose whatever the arrow keys pass.
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
          onClick={() => chooseLanguage(code)}
          className="h-8 rounded-[6px] px-2.5 text-ink-2 hover:text-ink aria-current:bg-brand-soft aria-current:text-on-brand-soft pointer-coarse:h-11"
        >
          {name}
        </button>
      ))}
    </div>
  )
}

// A page may be in a language that is not offered, to try out whether all can be translated.
const offered: readonly Pick<Language, 'code' | 'name'>[] = languages.some(({ code }) => code === language)
  ? languages
  : [...languages, { code: language, name: language }]
