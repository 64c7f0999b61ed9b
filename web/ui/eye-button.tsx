import { Eye, EyeOff } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

interface EyeButtonProps {
  /** What is covered and shown, e.g. "amounts". */
  what: string
  isHidden: boolean
  onToggle: () => void
}

/** Covers what is on the screen from other people's eyes, and shows it again. */
export function EyeButton({ what, isHidden, onToggle }: EyeButtonProps) {
  const Icon = isHidden ? EyeOff : Eye
  return (
    <IconButton label={isHidden ? `Show ${what}` : `Hide ${what}`} size="sm" onClick={onToggle}>
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
