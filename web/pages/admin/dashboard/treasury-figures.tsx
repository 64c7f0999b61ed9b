import { useQuery } from '@tanstack/react-query'
import { t } from '../../../../contract/translate.ts'
import { treasuryQuery } from '../../../features/treasury/treasury-query.ts'
import { hasChainFigures, NotChecked, Unexplained, usdtText } from '../../../features/treasury/usdt-text.tsx'
import { hasFailed } from '../../../ui/has-failed.ts'
import { MissingFigure } from '../../../ui/skeleton.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { richText } from '../../../lib/rich-text.ts'

export function TreasuryFigures() {
  const read = useQuery(treasuryQuery)
  const { data } = read
  const missing = <MissingFigure hasFailed={hasFailed(read)} className="mt-1 h-6 w-20" />
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <Stat label={t('Received on chain')}>
          {!data ? missing : hasChainFigures(data) ? usdtText(data.received.usdt) : <NotChecked hasProvider={false} />}
        </Stat>
        <Stat label={t('To pay')}>{data ? usdtText(data.to_pay.usdt) : missing}</Stat>
        <Stat label={t('On the addresses')}>
          {!data ? (
            missing
          ) : data.balance ? (
            usdtText(data.balance.usdt)
          ) : (
            <NotChecked hasProvider={data.has_provider} />
          )}
        </Stat>
        <Stat label={t('Not explained by requests')}>{data ? <Unexplained treasury={data} /> : missing}</Stat>
      </dl>
      <p className="mt-3 text-sm text-ink-3">
        {data?.balance
          ? richText('All amounts are in USDT. The balances were read {time}.', {
              time: <TimeText value={data.balance.checked_at} />,
            })
          : t('All amounts are in USDT.')}
      </p>
    </>
  )
}
