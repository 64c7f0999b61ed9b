import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Card } from './card.tsx'
import { cn } from './cn.ts'
import { tableScreen, useMedia } from './use-media.ts'

interface FoldCardProps {
  title: string
  /** A link or a control at the end of the title's line. On a phone it stands above the unfolded content. */
  aside?: ReactNode
  /** Off for tables and lists that reach the edges. */
  padded?: boolean | undefined
  className?: string | undefined
  /** Makes the card a landmark with this name. */
  'aria-label'?: string | undefined
  children: ReactNode
}

/** A card that shows only its title on a phone, until it is unfolded. */
export function FoldCard({ title, aside, padded = true, children, ...props }: FoldCardProps) {
  const hasRoom = useMedia(tableScreen)
  const [isOpen, setIsOpen] = useState(false)
  if (hasRoom) {
    return (
      <Card {...props} title={title} aside={aside} padded={padded}>
        {children}
      </Card>
    )
  }
  return (
    <Card {...props} padded={false}>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="group">
        <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 px-5 [&::-webkit-details-marker]:hidden">
          <h2 className="text-lg font-semibold">{title}</h2>
          <ChevronDown aria-hidden="true" size={20} className="text-ink-3 group-open:rotate-180" />
        </summary>
        {isOpen && (
          <div className={cn(padded && 'px-5 pb-5')}>
            {aside && <div className={cn('pb-3', !padded && 'px-5')}>{aside}</div>}
            {children}
          </div>
        )}
      </details>
    </Card>
  )
}
