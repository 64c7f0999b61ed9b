import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { cn } from '../../ui/cn.ts'

const views = [
  { name: 'requests', href: '/dashboard/activity', label: t('Requests') },
  { name: 'statement', href: '/dashboard/statement', label: t('Statement') },
] as const

/** Leads from the member's requests to the lines of the account, and back. */
export function ActivityViews({ current }: { current: (typeof views)[number]['name'] }) {
  return (
    <nav aria-label={t('Activity')} className="scroll-row flex gap-1 border-b border-line">
      {views.map(({ name, href, label }) => (
        <AppLink
          key={name}
          href={href}
          aria-current={name === current ? 'page' : undefined}
          className={cn(
            'flex h-control flex-none items-center border-b-2 border-transparent px-3 font-semibold text-ink-2 no-underline hover:text-ink',
            name === current && 'border-brand text-ink',
          )}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  )
}
