import { Menu } from 'lucide-react'
import { useId, useRef } from 'react'
import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { sections } from './sections.ts'

/** The sections of the home page, in a menu below the top bar, for narrow screens. */
export function SectionMenu({ className }: { className: string }) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  return (
    <div className={className}>
      <IconButton label={t('Sections')} popoverTarget={id} className="-me-2">
        <Menu aria-hidden="true" />
      </IconButton>
      <nav
        ref={panel}
        id={id}
        popover="auto"
        aria-label={t('Sections of the home page')}
        className="fixed inset-x-0 top-topbar bottom-auto m-0 w-full border-b border-line bg-raised p-2 shadow-2"
      >
        {sections.map(({ href, label }) => (
          <AppLink
            key={href}
            href={href}
            onClick={() => panel.current?.hidePopover()}
            className="flex h-touch items-center rounded-2 px-3 font-medium text-ink no-underline hover:bg-sunken"
          >
            {label}
          </AppLink>
        ))}
      </nav>
    </div>
  )
}
