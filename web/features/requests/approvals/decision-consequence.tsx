import type { ReactNode } from 'react'
import { formatUsd, formatUsdt } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { coinsText, requestTitle, requesterOf } from '../request-display.ts'
import type { Decision } from './use-decision.ts'
import { PersonName } from '../../../ui/person-name.tsx'

/** The subject of a decision, and the member. */
export function Consequence({ decision: { request, status } }: { decision: Decision }) {
  const { full_name, member_id } = requesterOf(request)
  const title = requestTitle(request)
  return (
    <>
      <strong className="font-semibold text-ink">
        {status === 'approved'
          ? t('Approve: {request}', { request: title })
          : t('Reject: {request}', { request: title })}
      </strong>
      <br />
      <PersonName>{full_name}</PersonName>, <span className="mono">{member_id}</span> · {formatUsd(request.amount_usd)}
      <Particulars request={request} />
    </>
  )
}

/** The other details to check, by kind: the price and the bonus, the address, or the recipient. */
function Particulars({ request }: { request: Request }): ReactNode {
  switch (request.kind) {
    case 'buy':
      return (
        <>
          {' '}
          · {formatUsdt(request.usdt_amount)}&nbsp;USDT
          {request.bonus_coins !== '0' && ` · ${t('with {bonus} bonus', { bonus: coinsText(request.bonus_coins) })}`}
        </>
      )
    case 'withdrawal':
      return (
        <>
          {request.usdt_amount !== null && <> · {formatUsdt(request.usdt_amount)}&nbsp;USDT</>}
          <br />
          {richText('to {address}', { address: <span className="mono break-all">{request.wallet_address}</span> })}
        </>
      )
    case 'transfer':
      return (
        <>
          <br />
          {richText('to {name}, {memberId}', {
            name: request.recipient_profile.full_name,
            memberId: <span className="mono">{request.recipient_member_id}</span>,
          })}
        </>
      )
  }
}
