import { Eye, EyeOff } from 'lucide-react'
import { t } from '../../contract/translate.ts'
import { IconButton } from './icon-button.tsx'

interface EyeButtonProps {
  isHidden: boolean
  onToggle: () => void
}

/** Hides the amounts on the screen from other people's eyes, and shows them again. */
export function HideAmountsButton({ isHidden, onToggle }: EyeButtonProps) {
  const Icon = isHidden ? EyeOff : Eye
  return (
    <IconButton label={isHidden ? t('Show amounts') : t('Hide amounts')} size="sm" onClick={onToggle}>
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
