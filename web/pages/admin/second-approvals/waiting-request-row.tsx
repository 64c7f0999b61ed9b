import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import { formatUsd } from '../../../../contract/money.ts'
import type { ApprovalOutlook } from '../../../../contract/outlook.ts'
import type { WaitingRequest } from '../../../../contract/second-approvals.ts'
import { t } from '../../../../contract/translate.ts'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { requesterOf, requestTitle } from '../../../features/requests/request-display.ts'
import { ApprovalNotice } from '../../../features/requests/approvals/approval-notice.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

interface WaitingRequestRowProps {
  item: WaitingRequest
  onReject: () => void
}

/**
 * One request that waits. An approval leads to its review, because the second administrator sees the same evidence as the
 * first one.
 */
export function WaitingRequestRow({ item: { request, outlook }, onReject }: WaitingRequestRowProps) {
  const { icon: Icon, approvalsPath } = kinds[request.kind]
  const { userId, full_name: name, member_id: memberId } = requesterOf(request)
  const mayDecide = useMay()(decideRequest) && outlook.need !== 'beneficiary'
  const title = requestTitle(request)
  const openText = mayDecide ? openTexts[outlook.need] : t('Open in the queue')
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h3 className="flex items-center gap-2 font-semibold">
            <Icon aria-hidden="true" size={18} className="flex-none text-ink-3" />
            {title}
          </h3>
          <p className="text-sm text-ink-2">
            <Link to="/admin/users/$userId" params={{ userId }} className="link">
              <PersonName>{name}</PersonName>
            </Link>{' '}
            · <span className="mono">{memberId}</span> · <span className="mono">{request.number}</span>
          </p>
          <p className="text-sm text-ink-2">
            {richText('Asked for {time}', { time: <TimeText value={request.created_at} relative /> })}
          </p>
        </div>
        <p className="text-sm text-ink-2">
          {richText('Worth {worth}', {
            worth: <strong className="text-base font-semibold text-ink">{formatUsd(outlook.worth_usd)}</strong>,
          })}
        </p>
      </div>
      <ApprovalNotice outlook={outlook} />
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">
        <Button asChild variant={mayDecide && isOwnTurn(outlook) ? 'primary' : 'ghost'}>
          <Link
            to={approvalsPath}
            search={{ request: request.id, member: userId }}
            aria-label={t('{action}: {request}', { action: openText, request: `${title}, ${name}` })}
          >
            {openText}
          </Link>
        </Button>
        {mayDecide && (
          <Button
            variant="bad"
            aria-label={t('Reject: {request}', { request: `${title}, ${name}` })}
            onClick={onReject}
          >
            <X aria-hidden="true" />
            {t('Reject')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** True if the request waits for this administrator. */
function isOwnTurn({ need }: ApprovalOutlook): boolean {
  return need !== 'given' && need !== 'held' && need !== 'beneficiary'
}

const openTexts: Record<ApprovalOutlook['need'], string> = {
  nothing: t('Check and approve'),
  second: t('Check and approve'),
  delay: t('Check and approve'),
  completes: t('Check and complete'),
  given: t('Open in the queue'),
  held: t('Open in the queue'),
  beneficiary: t('Open in the queue'),
}
