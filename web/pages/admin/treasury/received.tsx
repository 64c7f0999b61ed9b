import { t, tn } from '../../../../contract/translate.ts'
import type { Treasury } from '../../../../contract/treasury.ts'
import { hasChainFigures, NotChecked, usdtText } from '../../../features/treasury/usdt-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'

/** All final transfers to the deposit addresses, by their use. */
export function Received({ treasury }: { treasury: Treasury }) {
  const { received, refunded } = treasury
  return (
    <Card title={t('Received on chain')}>
      {hasChainFigures(treasury) ? (
        <dl>
          <FactRow name={tn('{count} final transfer', '{count} final transfers', received.count)}>
            {usdtText(received.usdt)}
          </FactRow>
          <FactRow name={t('Paid for approved buys')}>{usdtText(treasury.allocated_usdt)}</FactRow>
          <FactRow name={tn('{count} noted as sent back', '{count} noted as sent back', refunded.count)}>
            {usdtText(refunded.usdt)}
          </FactRow>
          <FactRow name={t('Moved between deposit addresses')}>{usdtText(treasury.moved_usdt)}</FactRow>
          <FactRow name={t('Transfers without a request')}>{usdtText(treasury.free_usdt)}</FactRow>
        </dl>
      ) : (
        <p>
          <NotChecked hasProvider={false} />
        </p>
      )}
    </Card>
  )
}
