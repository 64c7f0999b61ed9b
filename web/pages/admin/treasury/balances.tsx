import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { checkTreasuryBalances } from '../../../../contract/endpoints/treasury.ts'
import { t } from '../../../../contract/translate.ts'
import type { Treasury, TreasuryAddress } from '../../../../contract/treasury.ts'
import { treasuryQuery } from '../../../features/treasury/treasury-query.ts'
import { NotChecked, Unexplained, usdtText } from '../../../features/treasury/usdt-text.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** The balances of the deposit addresses, each with its final block, and a button that asks for them now. */
export function Balances({ treasury }: { treasury: Treasury }) {
  const { balance, addresses, has_provider: hasProvider } = treasury
  const may = useMay()
  return (
    <Card title={t('On the deposit addresses')} className="grid gap-3">
      <dl>
        <FactRow name={t('Together')}>
          {balance ? usdtText(balance.usdt) : <NotChecked hasProvider={hasProvider} />}
        </FactRow>
        <FactRow name={t('Not explained by requests')}>
          <Unexplained treasury={treasury} />
        </FactRow>
      </dl>
      <p className="text-sm text-ink-2">
        {t(
          'It is below zero if USDT has left that no confirmed payout or refund accounts for, and above zero if some was there before.',
        )}
      </p>
      {addresses.length === 0 && <p className="text-ink-2">{t('No deposit address has been set yet.')}</p>}
      <ul className="grid gap-4">
        {addresses.map((one) => (
          <li key={one.address}>
            <Address one={one} hasProvider={hasProvider} />
          </li>
        ))}
      </ul>
      {hasProvider && may(checkTreasuryBalances) && <CheckButton />}
    </Card>
  )
}

function Address({ one, hasProvider }: { one: TreasuryAddress; hasProvider: boolean }) {
  const { address, is_current: isCurrent, is_checkable: isCheckable, balance, unanswered_at: unansweredAt } = one
  return (
    <>
      <p className="text-sm text-ink-2">{isCurrent ? t('In force') : t('Earlier address')}</p>
      <p className="mono text-sm break-all">{address}</p>
      {!isCheckable && (
        <p className="text-sm text-wait">{t('No address of the TRON network, so it is not checked.')}</p>
      )}
      {isCheckable && (
        <dl>
          <FactRow name={t('Received')}>
            {hasProvider || one.received.count > 0 ? usdtText(one.received.usdt) : <NotChecked hasProvider={false} />}
          </FactRow>
          <FactRow name={t('Balance')}>
            {balance ? usdtText(balance.usdt) : <NotChecked hasProvider={hasProvider} />}
          </FactRow>
        </dl>
      )}
      {balance && (
        <p className="text-sm text-ink-3">
          {richText('As of final block {block}, read {time}', {
            block: String(balance.block_number),
            time: <TimeText value={balance.checked_at} />,
          })}
        </p>
      )}
      {unansweredAt && (
        <p className="text-sm text-wait">
          {richText('Could not be checked, {time}. This says nothing about the balance.', {
            time: <TimeText value={unansweredAt} />,
          })}
        </p>
      )}
    </>
  )
}

function CheckButton() {
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(checkTreasuryBalances, {}),
    onSuccess: (treasury) => client.setQueryData(treasuryQuery.queryKey, treasury),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate()}>
        <RefreshCw aria-hidden="true" />
        {t('Check now')}
      </Button>
      <span className="text-ink-3">{t('The network is asked once a minute at most.')}</span>
      <span role="status" className="sr-only">
        {isSuccess && t('The balances are shown as they were read last.')}
      </span>
      {error && (
        <span role="alert" className="font-semibold text-bad">
          {messageOf(error)}
        </span>
      )}
    </div>
  )
}
