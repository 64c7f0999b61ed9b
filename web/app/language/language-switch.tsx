import { useId } from 'react'
import { languages, type Language } from '../../../contract/languages.ts'
import { language, t } from '../../../contract/translate.ts'
import { switchLanguage } from './choose-language.ts'

/**
 * Shows each language by its own name, for people who cannot read the language of the page. These are buttons, because
 * a choice reloads the page: in a list, each press of an arrow key would choose.
 */
export function LanguageSwitch() {
  const noteId = useId()
  return (
    <div className="grid justify-items-start gap-1">
      <div
        role="group"
        aria-label={t('Language')}
        aria-describedby={noteId}
        className="inline-flex flex-wrap rounded-2 border border-line-strong p-0.5"
      >
        {offered.map(({ code, name, awaitsReader }) => (
          <button
            key={code}
            type="button"
            lang={code}
            title={awaitsReader}
            aria-current={code === language ? 'true' : undefined}
            onClick={() => switchLanguage(code)}
            className="h-8 rounded-[6px] px-2.5 text-ink-2 hover:text-ink aria-current:bg-brand-soft aria-current:text-on-brand-soft pointer-coarse:h-11"
          >
            {name}
          </button>
        ))}
      </div>
      <p id={noteId} className="text-2xs text-ink-3 empty:hidden">
        {languages.find(({ code }) => code === language)?.awaitsReader}
      </p>
    </div>
  )
}

// To test translations, a page may be in a language that is not offered; that one is then listed too.
const offered: readonly Omit<Language, 'direction'>[] = languages.some(({ code }) => code === language)
  ? languages
  : [...languages, { code: language, name: language }]
