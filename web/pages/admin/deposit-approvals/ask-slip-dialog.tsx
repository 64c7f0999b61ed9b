import { askForSlip } from '../../../../contract/endpoints/slip-requests.ts'
import type { BuyRequest } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { requestTitle } from '../../../features/requests/request-display.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'

interface AskSlipDialogProps {
  /** The buy with the slip that was seen; null while no dialog is open. */
  request: BuyRequest | null
  onClosed: () => void
}

/** Asks a member for another slip, with a reason that the member reads. */
export function AskSlipDialog({ request, onClosed }: AskSlipDialogProps) {
  if (!request) return null
  const { user_id: userId, id: requestId, slip_revision: revision, profile } = request
  const act = async (reason: string) => {
    await call(askForSlip, { params: { userId, requestId }, body: { reason, slip_revision: revision } })
    refetchTopics(['requests'])
  }
  return (
    <ReasonDialog
      title={t('Ask for a clearer slip')}
      description={t('{name} is told, and can send another slip for: {request}. Until then the request waits.', {
        name: profile.full_name,
        request: requestTitle(request),
      })}
      actionLabel={t('Ask the member')}
      draftKey={`ask-slip:${requestId}:${revision}`}
      hint={t('The member reads it.')}
      picks={slipReasons}
      templates="slip"
      act={act}
      done={{
        title: t('The Member Was Asked'),
        description: t('{name} is told at once.', { name: profile.full_name }),
      }}
      onClosed={onClosed}
    />
  )
}

const slipReasons = [
  t('The picture is too blurred to read.'),
  t('A part of the slip is missing.'),
  t('The slip does not show the transaction hash.'),
]
