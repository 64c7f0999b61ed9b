import type { ReactNode } from 'react'
import { subtract, type Decimal } from '../../../../contract/money.ts'
import { t, tn } from '../../../../contract/translate.ts'
import type { Treasury } from '../../../../contract/treasury.ts'
import { hasChainFigures, NotChecked, Unexplained, usdtText } from '../../../features/treasury/usdt-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'

/** Leads line by line from what the requests say to what is on the addresses. */
export function Comparison({ treasury }: { treasury: Treasury }) {
  const { buys, withdrawals, has_provider: hasProvider } = treasury
  return (
    <Card title={t('From the requests to the addresses')}>
      <dl>
        <FactRow name={tn('{count} approved buy asked for', '{count} approved buys asked for', buys.count)}>
          <Amount usdt={buys.usdt} />
        </FactRow>
        <FactRow
          name={tn('{count} approved withdrawal is worth', '{count} approved withdrawals are worth', withdrawals.count)}
        >
          <Amount usdt={withdrawals.usdt} sign="less" />
        </FactRow>
        <SumRow name={t('By the requests')}>
          <Amount usdt={subtract(buys.usdt, withdrawals.usdt)} />
        </SumRow>
        {hasChainFigures(treasury) ? (
          <Differences treasury={treasury} />
        ) : (
          <FactRow name={t('On the addresses')}>
            <NotChecked hasProvider={hasProvider} />
          </FactRow>
        )}
      </dl>
      <p className="mt-3 text-sm text-ink-3">{t('All amounts are in USDT.')}</p>
    </Card>
  )
}

function Differences({ treasury }: { treasury: Treasury }) {
  const { unpaid_buys: unpaid, to_pay: toPay, sent, untracked } = treasury
  return (
    <>
      <FactRow
        name={tn('{count} approved buy without a transfer', '{count} approved buys without a transfer', unpaid.count)}
      >
        <Amount usdt={unpaid.usdt} sign="less" />
      </FactRow>
      <FactRow name={t('Buys paid too little')}>
        <Amount usdt={treasury.underpaid_usdt} sign="less" />
      </FactRow>
      <FactRow name={t('Buys paid too much')}>
        <Amount usdt={treasury.overpaid_usdt} sign="plus" />
      </FactRow>
      <FactRow name={t('Transfers without a request')}>
        <Amount usdt={treasury.free_usdt} sign="plus" />
      </FactRow>
      <FactRow name={tn('{count} payout still to pay', '{count} payouts still to pay', toPay.count)}>
        <Amount usdt={toPay.usdt} sign="plus" />
      </FactRow>
      <FactRow name={tn('{count} payout sent, not confirmed', '{count} payouts sent, not confirmed', sent.count)}>
        <Amount usdt={sent.usdt} sign="plus" />
      </FactRow>
      {untracked.count > 0 && (
        <FactRow name={t('Withdrawals from before payouts were recorded')}>
          <Amount usdt={untracked.usdt} sign="plus" />
        </FactRow>
      )}
      <FactRow name={t('Payouts from other addresses')}>
        <Amount usdt={treasury.paid_elsewhere_usdt} sign="plus" />
      </FactRow>
      <SumRow name={t('Should be on the addresses')}>
        <Amount usdt={treasury.expected_usdt} />
      </SumRow>
      <Found treasury={treasury} />
    </>
  )
}

/** The balances, brought up to the present by what has moved since. */
function Found({ treasury }: { treasury: Treasury }) {
  const { balance, has_provider: hasProvider } = treasury
  return (
    <>
      <FactRow name={t('On the addresses')}>
        {balance ? <Amount usdt={balance.usdt} /> : <NotChecked hasProvider={hasProvider} />}
      </FactRow>
      {balance && balance.received_since_usdt !== '0' && (
        <FactRow name={t('Received since then')}>
          <Amount usdt={balance.received_since_usdt} sign="plus" />
        </FactRow>
      )}
      {balance && balance.left_since_usdt !== '0' && (
        <FactRow name={t('Left since then')}>
          <Amount usdt={balance.left_since_usdt} sign="less" />
        </FactRow>
      )}
      <SumRow name={t('Not explained by requests')}>
        <Unexplained treasury={treasury} />
      </SumRow>
    </>
  )
}

function SumRow({ name, children }: { name: string; children: ReactNode }) {
  return <FactRow name={<strong className="font-semibold text-ink">{name}</strong>}>{children}</FactRow>
}

function Amount({ usdt, sign }: { usdt: Decimal; sign?: 'plus' | 'less' }) {
  const mark = usdt === '0' || sign === undefined ? '' : sign === 'plus' ? '+ ' : '− '
  return <span className="tabular-nums">{`${mark}${usdtText(usdt)}`}</span>
}
