import { Link } from '@tanstack/react-router'
import { reuseReasonLength } from '../../../../contract/endpoints/requests.ts'
import type { EarlierUse, ReuseReasonGiven } from '../../../../contract/payment-reuse.ts'
import { t } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { kinds } from '../kinds/kinds.ts'

interface ReuseReasonProps {
  uses: readonly EarlierUse[]
  reason: string
  onReason: (reason: string) => void
  isReadOnly: boolean
}

/** Asks why a buy is approved although its payment belongs to an approved buy. */
export function ReuseReason({ uses, reason, onReason, isReadOnly }: ReuseReasonProps) {
  if (uses.length === 0) return null
  return (
    <div className="grid gap-2 rounded-2 bg-bad-soft p-3">
      <ul className="grid gap-1 text-sm">
        {uses.map(({ kind, number, full_name: name }) => (
          <li key={kind}>
            {kind === 'same_file'
              ? t('The file belongs to {number} of {name}, which is approved.', { number, name })
              : t('The transaction hash belongs to {number} of {name}, which is approved.', { number, name })}
          </li>
        ))}
      </ul>
      <Field label={t('Why is this approval right all the same?')} hint={t('It goes on record with your name.')}>
        <Textarea
          rows={2}
          value={reason}
          maxLength={reuseReasonLength.max}
          readOnly={isReadOnly}
          onChange={(event) => onReason(event.target.value)}
        />
      </Field>
    </div>
  )
}

/** The reasons for which administrators approved a buy although its payment was used before. */
export function ReuseReasons({ reasons }: { reasons: readonly ReuseReasonGiven[] }) {
  if (reasons.length === 0) return null
  return (
    <Notice tone="warn" title={t('Approved although the payment was used before')}>
      <ul className="mt-1 grid gap-1">
        {reasons.map((one) => (
          <li key={`${one.kind} ${one.created_at}`}>
            {richText('{name}, {time}, after {number}: {reason}', {
              name: one.administrator_name,
              time: <TimeText value={one.created_at} />,
              number: (
                <Link
                  to={kinds.buy.approvalsPath}
                  search={{ request: one.earlier_id, member: one.earlier_user_id }}
                  className="font-semibold underline"
                >
                  {one.earlier_number}
                </Link>
              ),
              reason: one.reason,
            })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
