import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'

interface ProfileSectionProps {
  id: string
  title: string
  isFolded: boolean
  /** Undefined if the section cannot be folded. */
  onToggle: (() => void) | undefined
  children: ReactNode
}

/** A section that folds on narrow screens. Folded content stays in the page, so that no typed text is lost. */
export function ProfileSection({ id, title, isFolded, onToggle, children }: ProfileSectionProps) {
  const contentId = useId()
  return (
    <section id={id} aria-label={title} className="min-w-0 rounded-3 border border-line bg-surface">
      <h2 className="text-lg font-semibold">
        {onToggle ? (
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls={contentId}
            onClick={onToggle}
            className="flex min-h-touch w-full items-center justify-between gap-3 rounded-3 px-5 py-3 text-start"
          >
            {title}
            <ChevronDown
              aria-hidden="true"
              size={20}
              className={cn('text-ink-3 transition-transform duration-(--dur-1)', !isFolded && 'rotate-180')}
            />
          </button>
        ) : (
          <span className="block px-6 pt-5">{title}</span>
        )}
      </h2>
      <div id={contentId} hidden={isFolded} className={cn('px-5 pb-5 sm:px-6 sm:pb-6', onToggle ? 'pt-1' : 'pt-4')}>
        {children}
      </div>
    </section>
  )
}

/** A part of a section, with a heading of its own. */
export function SectionPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4 border-t border-line pt-5 first:border-t-0 first:pt-0">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
