import type { ReactNode } from 'react'
import { ShellLink, type LinkProps } from './shell-link.tsx'
import { cn } from './cn.ts'

interface TopBarProps {
  /** The brand mark with its link. */
  brand: ReactNode
  /** Links after the mark. They are hidden below 768 px unless their own classes say otherwise. */
  children?: ReactNode
  /** Content at the end: chat, account, sign-in. */
  end?: ReactNode
  /** The menu button, on pages with a sidebar. */
  menu?: ReactNode
  label: string
}

export function TopBar({ brand, children, end, menu, label }: TopBarProps) {
  return (
    <header
      aria-label={label}
      className="@container flex h-topbar items-center gap-3 border-b border-line bg-surface px-4 sm:gap-5 lg:px-5"
    >
      {menu}
      {brand}
      {children}
      <div className="ms-auto flex flex-none items-center gap-1 sm:gap-2">{end}</div>
    </header>
  )
}

/** The brand mark with its word. With large text on a small screen, only the mark fits. */
export function BrandLink({ className, ...props }: LinkProps) {
  return (
    <ShellLink
      {...props}
      className={cn(
        'flex min-h-control min-w-[28px] items-center gap-2.5 font-display text-lg font-semibold text-ink no-underline',
        className,
      )}
    />
  )
}

interface BarNavProps {
  label: string
  items: readonly { href: string; label: string }[]
  className?: string | undefined
}

export function BarNav({ label, items, className }: BarNavProps) {
  return (
    <nav aria-label={label} className={cn('hidden gap-1 text-sm md:flex', className)}>
      {items.map((item) => (
        <ShellLink key={item.href} href={item.href} className="link-quiet flex min-h-9 items-center px-2">
          {item.label}
        </ShellLink>
      ))}
    </nav>
  )
}
