import type { RequestKind, RequestOf } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { AdminNote } from '../admin-note.tsx'
import { decisionText } from '../request-display.ts'
import type { ApprovalsState } from './use-approvals.ts'

interface RequestOutcomeProps<K extends RequestKind> {
  approvals: ApprovalsState<K>
  request: RequestOf<K>
}

/**
 * The outcome of a request that is no longer pending: the decision, the administrator and the time, with a button to
 * the next request.
 */
export function RequestOutcome<K extends RequestKind>({ approvals, request }: RequestOutcomeProps<K>) {
  const { status, decided_by_name: by, decided_at: at } = request
  const next = approvals.queue.rows.find(({ id }) => id !== request.id && !approvals.queue.goneIds.has(id))
  const decision = (
    <strong className="font-semibold">
      {status === 'pending' ? t('No longer pending') : decisionText(request, by)}
    </strong>
  )
  return (
    <>
      <Notice
        role="status"
        tone={status === 'approved' ? 'ok' : status === 'rejected' ? 'bad' : 'info'}
        action={
          next && (
            <Button variant="ghost" size="sm" onClick={() => approvals.select(next)}>
              {t('Go to the oldest that waits')}
            </Button>
          )
        }
      >
        {at ? richText('{decision}, {time}', { decision, time: <TimeText value={at} relative /> }) : decision}
      </Notice>
      <AdminNote request={request} />
    </>
  )
}
