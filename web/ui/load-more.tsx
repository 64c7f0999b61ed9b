import { t } from '../../contract/translate.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'

/** The state of loading the next page of a list. */
export interface MoreState {
  load: () => void
  isLoading: boolean
  /** True if the last attempt failed. The pages loaded before are still there. */
  hasFailed: boolean
}

interface LoadMoreProps {
  /** Null if everything is loaded. */
  more: MoreState | null
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

/** A button at the end of a list that loads more. A failure is shown here, where the reader has just clicked. */
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
