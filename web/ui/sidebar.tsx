import type { LucideIcon } from 'lucide-react'
import { use, useEffect } from 'react'
import { cn } from './cn.ts'
import { CountBadge } from './count-badge.tsx'
import { loadWhenNeeded } from './load-when-needed.tsx'
import { ShellLink } from './shell-link.tsx'
import { SidebarContext } from './sidebar-state.ts'

export interface NavItem {
  href: string
  label: string
  icon: LucideIcon
  current?: boolean | undefined
  count?: number | undefined
  /** The count with the thing that it counts: "3 pending". */
  countLabel?: string | undefined
}

export interface NavGroup {
  id: string
  /** A heading; the first group often has none. */
  label?: string | undefined
  items: readonly NavItem[]
}

interface SidebarProps {
  label: string
  groups: readonly NavGroup[]
  /** The current path. Below 1024 px the sidebar slides over the page, and a change of the path closes it. */
  path: string
}

const LateSheet = loadWhenNeeded(async () => (await import('./sheet.tsx')).Sheet, { always: 'later' })

export function Sidebar({ label, groups, path }: SidebarProps) {
  const { isOpen, setIsOpen } = use(SidebarContext)
  useEffect(() => setIsOpen(false), [path, setIsOpen])
  useEffect(() => {
    const wide = matchMedia('(min-width: 64rem)')
    const close = () => setIsOpen(false)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [setIsOpen])

  return (
    <>
      <nav
        aria-label={label}
        className="sticky top-[calc(var(--topbar)+var(--ticker))] hidden h-[calc(100dvh-var(--topbar)-var(--ticker))] overflow-y-auto border-e border-line bg-surface px-3 py-4 lg:block"
      >
        <NavGroups groups={groups} />
      </nav>
      <LateSheet
        isNeeded={isOpen}
        props={{
          open: isOpen,
          onOpenChange: setIsOpen,
          title: label,
          side: 'start',
          className: 'w-[min(320px,85vw)]',
          children: (
            <nav aria-label={label} className="px-3 py-4">
              <NavGroups groups={groups} onFollow={() => setIsOpen(false)} />
            </nav>
          ),
        }}
      />
    </>
  )
}

function NavGroups({ groups, onFollow }: { groups: readonly NavGroup[]; onFollow?: (() => void) | undefined }) {
  return groups.map((group) => (
    <div key={group.id} className="[&+div]:mt-4">
      {group.label && <p className="px-2.5 pb-1.5 text-2xs font-semibold text-ink-3">{group.label}</p>}
      <ul aria-label={group.label} className="grid gap-0.5">
        {group.items.map((item) => (
          <li key={item.href}>
            <NavLink item={item} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  ))
}

function NavLink({ item, onFollow }: { item: NavItem; onFollow?: (() => void) | undefined }) {
  const { href, label, icon: Icon, current, count, countLabel = '' } = item
  return (
    <ShellLink
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={onFollow}
      className={cn(
        'flex min-h-control items-center gap-2 rounded-2 px-2.5 py-1 text-[0.9375rem] leading-tight font-medium text-ink-2 no-underline transition-colors duration-(--dur-1) hover:bg-sunken hover:text-ink',
        current && 'bg-brand-soft font-semibold text-on-brand-soft hover:bg-brand-soft hover:text-on-brand-soft',
      )}
    >
      <Icon aria-hidden="true" size={18} />
      <span className="min-w-0 wrap-anywhere">{label}</span>
      {count !== undefined && <CountBadge count={count} label={countLabel} className="ms-auto" />}
    </ShellLink>
  )
}
