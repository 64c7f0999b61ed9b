import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../../contract/money.ts'
import { t, tn } from '../../../../contract/translate.ts'
import type { Treasury } from '../../../../contract/treasury.ts'
import { usdtText } from '../../../features/treasury/usdt-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'

/** The payouts of approved withdrawals, by what is known of them. */
export function PaidOut({ treasury }: { treasury: Treasury }) {
  const { confirmed, sent, flagged, to_pay: toPay, untracked, has_provider: hasProvider } = treasury
  return (
    <Card
      title={t('Paid out')}
      aside={
        <Link to="/admin/payouts" className="link inline-flex min-h-6 items-center text-sm font-semibold">
          {t('Payouts')}
        </Link>
      }
    >
      <dl>
        {(hasProvider || confirmed.count > 0) && <Row name={t('Confirmed on chain')} {...confirmed} />}
        <Row name={hasProvider ? t('Recorded, not confirmed') : t('Recorded, not checked')} {...sent} />
        <Row name={t('To pay')} {...toPay} />
        {untracked.count > 0 && <Row name={t('From before payouts were recorded')} {...untracked} />}
      </dl>
      {flagged.count > 0 && (
        <p className="mt-3 text-sm font-semibold text-bad">
          {tn(
            '{count} payout of {usdt} USDT is contradicted by the network.',
            '{count} payouts of {usdt} USDT are contradicted by the network.',
            flagged.count,
            { usdt: usdtText(flagged.usdt) },
          )}
        </p>
      )}
    </Card>
  )
}

function Row({ name, count, usdt }: { name: string; count: number; usdt: string }) {
  return (
    <FactRow
      name={
        <>
          {name} <span className="text-ink-3">{formatCount(count)}</span>
        </>
      }
    >
      {usdtText(usdt)}
    </FactRow>
  )
}
