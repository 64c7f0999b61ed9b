import { Menu, X } from 'lucide-react'
import { useId, useState } from 'react'
import { AppLink } from '../../lib/app-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { sections } from './sections.ts'

/** The sections of the home page on narrow screens, folded below the top bar. */
export function SectionMenu() {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div
      className="md:hidden"
      onKeyDown={(event) => event.key === 'Escape' && close()}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <IconButton
        label="Sections"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="-me-2"
      >
        {isOpen ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
      </IconButton>
      <nav
        id={id}
        hidden={!isOpen}
        aria-label="Sections of the home page"
        className="absolute inset-x-0 top-topbar animate-menu-in border-b border-line bg-raised p-2 shadow-2"
      >
        {sections.map(({ href, label }) => (
          <AppLink
            key={href}
            href={href}
            onClick={close}
            className="flex h-touch items-center rounded-2 px-3 font-medium text-ink no-underline hover:bg-sunken"
          >
            {label}
          </AppLink>
        ))}
      </nav>
    </div>
  )
}
