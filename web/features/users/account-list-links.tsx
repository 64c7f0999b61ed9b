import { Link } from '@tanstack/react-router'
import { otherDutiesFor } from '../../../contract/pages.ts'
import { t } from '../../../contract/translate.ts'
import { useSession } from '../../lib/session.ts'

const sections = [
  { to: '/admin/users', label: t('People') },
  { to: '/admin/users/invitations', label: t('Invitations') },
] as const

/** The links to the two lists of accounts, for those who may open both. Each list has its own address. */
export function AccountListLinks() {
  const { profile } = useSession()
  const inReach = sections.filter(({ to }) => otherDutiesFor(to, profile?.duty) === undefined)
  if (inReach.length < 2) return null
  return (
    <nav aria-label={t('Users')} className="scroll-row flex gap-1 border-b border-line">
      {inReach.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className="flex h-control flex-none items-center border-b-2 border-transparent px-3 font-semibold text-ink-2 no-underline hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brand aria-[current=page]:text-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
