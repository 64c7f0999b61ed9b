import { t } from '../../contract/translate.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

/** The rest of a list. */
export interface MoreState {
  load: () => void
  isLoading: boolean
  /** The last attempt; what had been loaded before is still there. */
  hasFailed: boolean
}

interface LoadMoreProps {
  /** Null where everything is loaded. */
  more: MoreState | null
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

/** Stands at the end of a list. A failure is told here, where somebody looks who has just clicked. */
export function LoadMore({ more, size = 'md', className }: LoadMoreProps) {
  if (!more) return null
  return (
    <div className={cn('grid justify-items-center gap-2', className)}>
      <p role="status" className="text-sm text-bad empty:hidden">
        {more.hasFailed && !more.isLoading && t('The rest could not be loaded.')}
      </p>
      <Button variant="ghost" size={size} busy={more.isLoading} onClick={more.load}>
        {more.hasFailed ? t('Try again') : t('Load more')}
      </Button>
    </div>
  )
}
