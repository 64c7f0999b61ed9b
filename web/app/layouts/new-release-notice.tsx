import { Sparkles } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { openNewRelease, useHasNewRelease } from '../../lib/releases.ts'

/** Offers the newer release in the ticker, where it covers nothing, until the person reloads the page. */
export function NewReleaseNotice() {
  const hasNewRelease = useHasNewRelease()
  return (
    <span role="status" className="contents">
      {hasNewRelease && (
        <span className="sticky -start-4 z-10 -ms-4 flex h-full flex-none items-center gap-3 bg-brand-soft px-4 text-on-brand-soft max-sm:absolute max-sm:inset-0 max-sm:ms-0 lg:-start-5 lg:-ms-5 lg:ps-5">
          <Sparkles aria-hidden="true" size={16} className="flex-none" />
          <span>{t('A new version of this site is ready.')}</span>
          <button
            type="button"
            onClick={openNewRelease}
            className="min-h-6 cursor-pointer font-semibold underline pointer-coarse:min-h-9"
          >
            {t('Reload')}
          </button>
        </span>
      )}
    </span>
  )
}
