import { failPayout } from '../../../../contract/endpoints/payouts.ts'
import type { Payout } from '../../../../contract/payouts.ts'
import { t } from '../../../../contract/translate.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'

/** Asks before a payment counts as failed, as it is then sent again. */
export function FailDialog({ payout, onClosed }: { payout: Payout; onClosed: () => void }) {
  const { user_id: userId, request_id: requestId, number, hash, finding } = payout
  return (
    <ReasonDialog
      title={t('Mark the payment of {number} as failed?', { number })}
      description={
        <>
          {t('The withdrawal is then to be paid again, and its member gets a mail. The history is kept.')}
          {finding === null && (
            <strong className="mt-2 block">
              {t('The network has not said that this payment failed. If it still arrives, the member is paid twice.')}
            </strong>
          )}
        </>
      }
      actionLabel={t('Mark as failed')}
      tone="bad-solid"
      draftKey={`payout-failure:${requestId}`}
      act={async (reason) => {
        await call(failPayout, { params: { userId, requestId }, body: { hash: hash ?? '', reason } })
        refetchTopics(['requests'])
      }}
      done={{ title: t('The withdrawal is to be paid again.') }}
      onClosed={onClosed}
    />
  )
}
