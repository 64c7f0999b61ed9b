import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpFromLine, MessageSquareText, UserRound, Users } from 'lucide-react'
import type { Notice } from '../../../../contract/notices.ts'
import { t } from '../../../../contract/translate.ts'
import { kinds } from '../../../features/requests/kinds/kinds.ts'
import { useHiddenAmounts } from '../../../lib/hidden-amounts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { noticeText } from './notice-text.tsx'

interface NoticeListProps {
  notices: readonly Notice[]
  /** Notices after this number were unread when the page was opened. */
  readBefore: number | undefined
}

export function NoticeList({ notices, readBefore }: NoticeListProps) {
  return (
    <ul aria-label={t('What happened')} className="overflow-hidden rounded-3 border border-line bg-surface">
      {notices.map((notice) => (
        <li key={notice.number} className="border-b border-line last:border-b-0">
          <Row notice={notice} isNew={readBefore !== undefined && notice.number > readBefore} />
        </li>
      ))}
    </ul>
  )
}

function Row({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { mask } = useHiddenAmounts()
  const { request, note } = notice
  const { icon: Icon } = request ? kinds[request.kind] : looks[lookOf(notice)]
  const isBad = badKinds.includes(notice.kind)
  return (
    <Link
      {...placeOf(notice)}
      className="flex min-h-16 items-start gap-3 px-4 py-3 text-ink no-underline hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5"
    >
      <Icon aria-hidden="true" size={20} className={cn('mt-0.5 flex-none', isBad ? 'text-bad' : 'text-link')} />
      <span className="min-w-0 flex-1">
        <span className={cn('block wrap-anywhere', isNew && 'font-semibold')}>{noticeText(notice, mask)}</span>
        <span className="block text-sm text-ink-3">
          <TimeText value={notice.created_at} />
          {request && (
            <>
              {' · '}
              <span className="mono whitespace-nowrap">{request.number}</span>
            </>
          )}
        </span>
        {note && (
          <span className="mt-0.5 flex items-start gap-1.5 text-sm text-ink-2">
            <MessageSquareText aria-hidden="true" size={14} className="mt-0.5 flex-none" />
            <span className="sr-only">{t('Note:')}</span>
            <span className="line-clamp-2">
              <bdi>{note}</bdi>
            </span>
          </span>
        )}
      </span>
      {isNew && <Badge tone="brand">{t('New')}</Badge>}
    </Link>
  )
}

const badKinds: readonly Notice['kind'][] = [
  'request_rejected',
  'request_expired',
  'payout_failed',
  'request_reversed',
  'transfer_reversed',
  'reward_reversed',
]

/** The page that shows what the notice is about. */
function placeOf({ kind, request }: Notice) {
  if (request) return { to: '/dashboard/activity', search: { request: request.id } } as const
  if (kind === 'closure_withdrawn') return { to: '/dashboard/profile', hash: 'closure' } as const
  return { to: kind === 'reward_received' ? '/dashboard/referrals' : '/dashboard' } as const
}

/** The icons of notices that are about no request of the member. */
const looks = {
  reward: { icon: Users },
  account: { icon: UserRound },
  out: { icon: ArrowUpFromLine },
  in: { icon: ArrowDownToLine },
}

function lookOf({ kind, coins }: Notice): keyof typeof looks {
  if (kind === 'reward_received') return 'reward'
  if (kind === 'closure_withdrawn') return 'account'
  return coins.startsWith('-') ? 'out' : 'in'
}
