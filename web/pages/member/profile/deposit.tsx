import { useQuery } from '@tanstack/react-query'
import { errors } from '../../../../contract/errors.ts'
import { t } from '../../../../contract/translate.ts'
import { DepositAddress } from '../../../features/requests/deposit-address.tsx'
import { depositInstructionsQuery } from '../../../features/requests/deposit-query.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** The address to which a member sends the USDT for a purchase. */
export function DepositSection() {
  const deposit = useQuery(depositInstructionsQuery)
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {t('Send the USDT for a purchase here, after you have looked up the amount on the buy page.')}
      </p>
      <ReadProblem reads={[deposit]} />
      {!deposit.data && deposit.isPending && <Skeleton className="h-44 w-full" />}
      {deposit.data?.address === null && <Notice tone="warn">{errors.buying_closed.message}</Notice>}
      {deposit.data?.address && <DepositAddress address={deposit.data.address} deposit={deposit.data} />}
    </div>
  )
}
