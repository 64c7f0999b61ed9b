import { formatRate, formatUsd } from '../../../../contract/money.ts'
import type { UserDashboardStats } from '../../../../contract/stats.ts'
import { t } from '../../../../contract/translate.ts'
import { useWalletCheck } from '../../../lib/use-wallet-check.ts'
import { EmphasisedAddress } from '../../../features/requests/deposit-address.tsx'
import { coinsText } from '../../../lib/coins-text.ts'
import { BalanceLines, ReviewDialog } from '../../../features/spending/review-dialog.tsx'
import type { WithdrawalForm } from './use-withdrawal-form.ts'
import { FactRow } from '../../../ui/fact-row.tsx'
import { AddressWarning, networkSuffix } from './destination.tsx'
import { ExtraRows } from './extras.tsx'

interface WithdrawReviewProps {
  form: WithdrawalForm
  coins: number | null
  stats: UserDashboardStats | undefined
  onClosed: () => void
}

export function WithdrawReview({ form, coins, stats, onClosed }: WithdrawReviewProps) {
  const { spending, reviewed } = form
  return (
    <ReviewDialog
      title={t('Review your withdrawal')}
      submitLabel={t('Submit withdrawal')}
      spending={{ ...spending, submit: form.submit }}
      onClosed={onClosed}
    >
      {reviewed && coins !== null && (
        <>
          <Address address={reviewed.address} />
          <dl className="grid text-sm">
            <FactRow name={t('You withdraw')}>{coinsText(String(coins))}</FactRow>
            <FactRow name={t('Estimated receipt at {rate} per ET', { rate: formatRate(reviewed.rate.value, 4) })}>
              {formatUsd(reviewed.usd)}
            </FactRow>
            <ExtraRows {...spending.fields} />
            {!spending.mayHaveArrived && <BalanceLines coins={String(coins)} stats={stats} />}
          </dl>
        </>
      )}
      <p className="text-sm text-ink-2">
        {t(
          'The rate is fixed when you submit. An administrator decides about the withdrawal; until then the coins are locked, and you can cancel the request in your activity.',
        )}
      </p>
    </ReviewDialog>
  )
}

function Address({ address }: { address: string }) {
  const check = useWalletCheck(address)
  return (
    <div>
      <p className="text-sm text-ink-2">
        {t('To your wallet address')}
        {networkSuffix(check)}
      </p>
      <EmphasisedAddress address={address} />
      <div className="mt-3 empty:hidden">
        <AddressWarning check={check} />
      </div>
    </div>
  )
}
