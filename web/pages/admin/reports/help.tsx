import { t } from '../../../../contract/translate.ts'

/** The rules of the figures. Paper says the same. */
export const helpTexts = [
  t('Days begin at midnight in UTC. A request counts on the day of its approval.'),
  t('A purchase that was credited in part counts among the top-ups, because it brings no package.'),
  t(
    'Bought coins, USD and the packages count purchases that were reversed later, too. The reversal stands on its own day.',
  ),
  t(
    'A payout counts on the day on which it was sent, checked on chain or not. A payment that has failed counts on no day.',
  ),
  t('ET takes no fees, so a report has no row for them.'),
]

export function Help() {
  return (
    <ul className="grid gap-1 text-sm text-ink-3">
      {helpTexts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
