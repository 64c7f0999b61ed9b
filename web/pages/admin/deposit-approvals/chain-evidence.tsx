import type { ChainReview } from '../../../../contract/chain-review.ts'
import type { BuyRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { ExplorerLink } from '../../../features/requests/explorer-link.tsx'
import type { PaymentState } from '../../../features/requests/approvals/use-payment.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ChainTransfer } from './chain-transfer.tsx'
import { PartCredit } from './part-credit.tsx'

interface ChainEvidenceProps {
  request: BuyRequest
  chain: ChainReview | null | undefined
  payment: PaymentState
}

/** The answer of the chain about a buy. "Could not be checked" and "not checked" are never shown as "nothing found". */
export function ChainEvidence({ request, chain, payment }: ChainEvidenceProps) {
  if (!chain) return null
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="text-sm font-semibold">
        {t('Payment on chain')}
      </h3>
      <State chain={chain} />
      <Named named={chain.named} />
      {chain.transfers.length > 0 && (
        <ul className="grid gap-3">
          {chain.transfers.map((transfer) => (
            <li key={`${transfer.hash}:${transfer.log_index}`}>
              <ChainTransfer transfer={transfer} payment={payment} isOpen={request.status === 'pending'} />
            </li>
          ))}
        </ul>
      )}
      <PartCredit payment={payment} />
    </section>
  )
}

const headingId = 'chain-evidence'

function State({ chain: { state, read_at: readAt } }: { chain: ChainReview }) {
  const time = readAt && <TimeText value={readAt} />
  switch (state) {
    case 'not_checked':
      return (
        <Notice title={t('Not checked on chain.')}>
          {t('No provider of the network is set. Only the slip speaks for the payment.')}
        </Notice>
      )
    case 'not_possible':
      return (
        <Notice tone="warn" title={t('The chain could not be checked.')}>
          {t('No provider has answered lately. This says nothing about the payment.')}{' '}
          {time && richText('Last read {time}.', { time })}
        </Notice>
      )
    case 'nothing_found':
      return (
        <Notice title={t('No payment is found yet.')}>
          {time && richText('Final transfers were read {time}.', { time })}
        </Notice>
      )
    case 'found':
      return null
  }
}

function Named({ named }: { named: ChainReview['named'] }) {
  if (!named || named.state === 'found') return null
  return (
    <p className="text-sm text-ink-2">
      {namedTexts[named.state]} <ExplorerLink href={named.explorer_url} />
    </p>
  )
}

const namedTexts = {
  waiting: t('The named transaction has not been looked up yet.'),
  unknown: t('No provider knows the named transaction as final yet.'),
  not_possible: t('The named transaction could not be checked.'),
  failed: t('The named transaction failed on the network. It moved nothing.'),
  elsewhere: t('The named transaction paid nothing to a deposit address.'),
}
