import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import type { ApprovalOutlook } from '../../../../contract/outlook.ts'
import { t } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { ruleText } from '../../../lib/rule-text.ts'

interface ApprovalNoticeProps {
  outlook: ApprovalOutlook | null | undefined
  className?: string
}

/** Says before an approval if one administrator is enough, and otherwise why not. Shows nothing once it is decided. */
export function ApprovalNotice({ outlook, className }: ApprovalNoticeProps) {
  const mayDecide = useMay()(decideRequest)
  if (!outlook) return null
  if (!mayDecide) return <ReaderNotice outlook={outlook} className={className} />
  const { need, first } = outlook
  const looks = {
    nothing: { tone: 'info', title: t('You can decide this alone.'), text: null },
    second: {
      tone: 'warn',
      title: t('Needs a second administrator.'),
      text: t('Your approval is noted as the first of two.'),
    },
    delay: {
      tone: 'warn',
      title: t('It can be completed after 24 hours.'),
      text: t(
        'No other administrator can approve it. Your approval is noted now, all owners get a mail, and you complete it then.',
      ),
    },
    given: { tone: 'info', title: <FirstOf outlook={outlook} />, text: <Given outlook={outlook} /> },
    completes: {
      tone: 'ok',
      title: <FirstOf outlook={outlook} />,
      text: first?.is_own
        ? t('The waiting time is over. Your approval completes it.')
        : t('Your approval completes it.'),
    },
    held: { tone: 'warn', title: <Held outlook={outlook} />, text: null },
    beneficiary: {
      tone: 'warn',
      title: t('Another administrator decides this.'),
      text: t('You would get coins by an approval.'),
    },
  } as const
  const { tone, title, text } = looks[need]
  return (
    <Notice tone={tone} title={title} className={className}>
      <Reason outlook={outlook} /> {text}
    </Notice>
  )
}

/** The facts for an administrator who decides nothing. */
function ReaderNotice({ outlook, className }: { outlook: ApprovalOutlook; className: string | undefined }) {
  if (outlook.need === 'held') {
    return (
      <Notice tone="warn" title={<Held outlook={outlook} />} className={className}>
        <Reason outlook={outlook} />
      </Notice>
    )
  }
  if (!outlook.first) return null
  return (
    <Notice title={<FirstOf outlook={outlook} />} className={className}>
      {t('It waits for a second administrator.')}
    </Notice>
  )
}

/** The rule that applies. After a first approval, the rule has been told already. */
function Reason({ outlook: { rule, worth_usd: worth, need } }: { outlook: ApprovalOutlook }) {
  return rule && need !== 'given' ? ruleText(rule, worth) : null
}

function FirstOf({ outlook: { first } }: { outlook: ApprovalOutlook }) {
  if (!first) return null
  const time = <TimeText value={first.created_at} relative />
  return first.is_own
    ? richText('You approved it, {time}.', { time })
    : richText('First approved by {name}, {time}.', { name: first.full_name, time })
}

function Given({ outlook: { ready_at: readyAt } }: { outlook: ApprovalOutlook }) {
  return readyAt === null
    ? t('Another administrator must approve it, too.')
    : richText('There is no other administrator, so you can complete it from {time} on.', {
        time: <TimeText value={readyAt} />,
      })
}

function Held({ outlook: { ready_at: readyAt } }: { outlook: ApprovalOutlook }) {
  return readyAt === null ? null : richText('Held until {time}.', { time: <TimeText value={readyAt} /> })
}
