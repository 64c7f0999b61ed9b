import { useQuery } from '@tanstack/react-query'
import { Check, Clock } from 'lucide-react'
import { formatExactUsdt } from '../../../contract/money.ts'
import { getOwnPayment } from '../../../contract/endpoints/own-payment.ts'
import type { OwnPayment as Payment } from '../../../contract/own-payment.ts'
import type { BuyRequest } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'
import { queryOf } from '../../lib/query-of.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { ExplorerLink } from './explorer-link.tsx'

type Transaction = Payment['transactions'][number]

/** Shows what the network says of the payment of a buy. Empty while nothing can be said. */
export function OwnPaymentFacts({ request }: { request: BuyRequest }) {
  const { data } = useQuery(queryOf(getOwnPayment, ['requests'], { params: { requestId: request.id } }))
  if (!data || data.state === 'not_checked') return null
  return (
    <section aria-label={t('Payment on the network')} aria-live="polite" className="grid gap-2 text-sm">
      <h3 className="font-semibold">{t('Payment on the network')}</h3>
      {data.state === 'nothing_seen' && <p className="text-ink-2">{t('No payment is seen on the network yet.')}</p>}
      {data.transactions.length > 0 && (
        <ul className="grid gap-2">
          {data.transactions.map((transaction) => (
            <Line key={`${transaction.hash} ${transaction.usdt}`} transaction={transaction} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ transaction }: { transaction: Transaction }) {
  const { is_final: isFinal, hash, usdt, block_time: at, explorer_url: url } = transaction
  const Icon = isFinal ? Check : Clock
  return (
    <li className="flex gap-2">
      <Icon aria-hidden="true" size={16} className={isFinal ? 'mt-1 flex-none text-ok' : 'mt-1 flex-none text-wait'} />
      <div className="grid min-w-0 gap-1">
        <p>
          <strong className="font-semibold">{isFinal ? t('Final') : t('Seen on the network')}</strong>
          {usdt !== null && <> · {t('{amount} USDT received', { amount: formatExactUsdt(usdt) })}</>}
          {at !== null && (
            <>
              {' '}
              · <TimeText value={at} />
            </>
          )}
        </p>
        <p className="text-ink-2">{noteOf(transaction)}</p>
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="mono min-w-0 break-all text-ink-3">{hash}</span>
          <ExplorerLink href={url} />
        </p>
      </div>
    </li>
  )
}

function noteOf({ reason, is_final: isFinal }: Transaction): string {
  if (reason === 'pays') return t('This transfer pays for the request.')
  if (!isFinal) return t('It counts once it is final, after about a minute.')
  return reason === 'suggests'
    ? t('An administrator compares this payment with your request.')
    : t('You named this transaction. An administrator checks if it pays for your request.')
}
