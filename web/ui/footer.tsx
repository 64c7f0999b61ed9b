import type { ReactNode } from 'react'
import { ShellLink } from './shell-link.tsx'

interface FooterProps {
  label: string
  links: readonly { href: string; label: string }[]
  /** Content at the start: a name, a year. */
  children?: ReactNode
  /** Content at the end: the theme switch. */
  end?: ReactNode
}

export function Footer({ label, links, children, end }: FooterProps) {
  return (
    <footer className="border-t border-line">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-5 text-sm text-ink-2 lg:px-8">
        {children}
        <nav aria-label={label} className="flex flex-wrap gap-x-5">
          {links.map((link) => (
            <ShellLink
              key={link.href}
              href={link.href}
              className="link-quiet inline-flex min-h-6 items-center pointer-coarse:min-h-11"
            >
              {link.label}
            </ShellLink>
          ))}
        </nav>
        {end && <div className="ms-auto">{end}</div>}
      </div>
    </footer>
  )
}
