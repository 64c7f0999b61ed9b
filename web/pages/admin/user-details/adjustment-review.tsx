import { add, compare, formatCoins, type Decimal } from '../../../../contract/money.ts'
import type { ChangeOutlook } from '../../../../contract/outlook.ts'
import { t } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { ChangeNotice } from '../../../features/change-notice/change-notice.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Wallet = NonNullable<UserDetails['wallet']>

interface AdjustmentReviewProps {
  name: string
  wallet: Wallet
  /** The coins with their sign. */
  coins: number
  reason: string
  mayHaveArrived: boolean
  /** The needs of the correction; undefined until they have been read. */
  outlook: ChangeOutlook | undefined
}

/** All of an adjustment once more, with the balance before and after it. */
export function AdjustmentReview({ name, wallet, coins, reason, mayHaveArrived, outlook }: AdjustmentReviewProps) {
  const { available_coins: available, total_coins: total } = wallet
  return (
    <div className="grid gap-4">
      <dl className="grid text-sm">
        <FactRow name={t('Member')}>{name}</FactRow>
        <FactRow name={t('Adjustment')}>
          <SignedCoins coins={String(coins)} />
        </FactRow>
        {/* If the adjustment may have arrived, the balance may include it already, so the figures are left out. */}
        {!mayHaveArrived && (
          <>
            <FactRow name={t('Available now')}>{toText(available)}</FactRow>
            <FactRow name={t('Available after')}>{toText(add(available, String(coins)))}</FactRow>
            <FactRow name={t('Total after')}>{toText(add(total, String(coins)))}</FactRow>
          </>
        )}
        <FactRow name={t('Reason')}>
          <span className="wrap-anywhere">{reason}</span>
        </FactRow>
      </dl>
      <ChangeNotice kind="adjustment" outlook={outlook} />
      {mayHaveArrived && (
        <Notice tone="warn">
          {t(
            'The answer to your last attempt did not arrive. Sending it again repeats the same adjustment; it is never counted twice.',
          )}
        </Notice>
      )}
    </div>
  )
}

/** "+5,000 ET". The sign says the same as the colour. */
export function SignedCoins({ coins }: { coins: Decimal }) {
  const isOut = coins.startsWith('-')
  const amount = formatCoins(isOut ? coins.slice(1) : coins)
  return <Amount value={`${isOut ? '−' : '+'}${amount}`} unit="ET" direction={isOut ? 'out' : 'in'} />
}

/** The balance that a typed amount would lead to. */
export function BalanceAfter({
  wallet: { available_coins: available },
  coins,
}: {
  wallet: Wallet
  coins: number | null
}) {
  const after = coins === null ? null : add(available, String(coins))
  const now = toText(available)
  return after !== null && compare(after, '0') >= 0
    ? t('Available: {now}, then {after}', { now, after: toText(after) })
    : t('Available: {now}', { now })
}

function toText(coins: Decimal): string {
  return `${formatCoins(coins)}\u00a0ET`
}
