import type { Request } from '../../../contract/requests.ts'
import { Notice } from '../../ui/notice.tsx'
import { canBeSentAgain, decisionText, requestSteps } from './request-display.ts'
import { SendAgain } from './send-again.tsx'

interface DecisionNoticeProps {
  request: Request
  /** Opens the form again, which then holds the request as a draft. */
  onSendAgain: () => void
}

/** The decision about a request, shown the moment it is known. Empty while the request is pending. */
export function DecisionNotice({ request, onSendAgain }: DecisionNoticeProps) {
  return (
    <div role="status" className="empty:hidden">
      {request.status !== 'pending' && <Decision request={request} onSendAgain={onSendAgain} />}
    </div>
  )
}

const tones = { approved: 'ok', rejected: 'bad', cancelled: 'info', expired: 'warn', pending: 'info' } as const

function Decision({ request, onSendAgain }: DecisionNoticeProps) {
  const { status, decided_by_name: name, admin_notes: words } = request
  const [, review, outcome] = requestSteps(request)
  return (
    <Notice
      tone={tones[status]}
      title={decisionText(request, name)}
      action={canBeSentAgain(request) && <SendAgain request={request} onKept={onSendAgain} />}
    >
      {outcome && <p>{outcome.title}</p>}
      {review?.note && <p>{review.note}</p>}
      {words && (
        <blockquote className="mt-2 border-s-3 border-current ps-3 break-words whitespace-pre-line">
          <bdi>{words}</bdi>
        </blockquote>
      )}
    </Notice>
  )
}
