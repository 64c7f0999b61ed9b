import { Menu } from 'lucide-react'
import { use } from 'react'
import { IconButton } from './icon-button.tsx'
import { SidebarContext } from './sidebar-state.ts'

interface MenuButtonProps {
  label: string
  /** Says that an item inside waits for attention; a dot shows it, too. */
  waitingLabel?: string | undefined
}

/** Opens the sidebar below 1024 px. */
export function MenuButton({ label, waitingLabel }: MenuButtonProps) {
  const { hasSidebar, isOpen, setIsOpen } = use(SidebarContext)
  if (!hasSidebar) return null
  return (
    <IconButton
      label={waitingLabel ? `${label}, ${waitingLabel}` : label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setIsOpen(true)}
      className="relative -ms-2 lg:hidden"
    >
      <Menu aria-hidden="true" />
      {waitingLabel && (
        <span
          aria-hidden="true"
          className="absolute start-1/2 top-1/2 ms-1 -mt-3.5 size-2.5 rounded-full border-2 border-surface bg-bad"
        />
      )}
    </IconButton>
  )
}
