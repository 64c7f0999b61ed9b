import { t } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ChangeArrow } from '../../../features/requests/change-arrow.tsx'
import type { BuyQuoteState } from './use-buy-quote.ts'

/**
 * The figures that have changed since the member saw them. The member may have copied them, or paid by them, already.
 */
export function BuyChanges({ quote, className }: { quote: BuyQuoteState; className?: string | undefined }) {
  if (quote.changes.length === 0) return null
  return (
    <div ref={bringIntoView} className={className}>
      <Notice
        tone="warn"
        role="status"
        title={t('The figures have changed since you looked.')}
        action={
          <Button variant="ghost" size="sm" className="max-sm:h-touch" onClick={quote.accept}>
            {quote.isNews ? t('Use the new figures') : t('Got it')}
          </Button>
        }
      >
        <ul className="my-2 grid gap-1">
          {quote.changes.map(({ name, before, after }) => (
            <li key={name}>
              {name}: <s>{before}</s> <ChangeArrow /> <span className="sr-only">{t('is now')}</span>{' '}
              <strong className="font-semibold">{after}</strong>
            </li>
          ))}
        </ul>
        {t('If you have sent the earlier amount already, please ask support before you send more.')}
      </Notice>
    </div>
  )
}

/** Scrolls the notice into sight, for a member who has scrolled down to the button. */
function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
