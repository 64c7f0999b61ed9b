import { Search } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { isApple, setPaletteOpen } from './palette-open.ts'

/** Opens the search for everything, and names the keys that do the same. */
export function PaletteButton({ className }: { className?: string | undefined }) {
  const keys = isApple ? '⌘K' : 'Ctrl K'
  return (
    <Button
      variant="quiet"
      title={t('Search ({keys})', { keys })}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={() => setPaletteOpen(true)}
      className={cn('max-xl:aspect-square max-xl:px-0', className)}
    >
      <Search aria-hidden="true" />
      <span className="max-xl:sr-only">{t('Search')}</span>
    </Button>
  )
}
