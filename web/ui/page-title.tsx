import { useEffect, useRef, type ReactNode } from 'react'

interface PageTitleProps {
  children: ReactNode
  /** One line below the title. */
  lead?: ReactNode
  /** Buttons or hints at the end of the title's line. */
  aside?: ReactNode
  /**
   * Moves the focus to the title when the page opens, so that a change of page is read out. Off for the first page of a
   * visit.
   */
  focused?: boolean | undefined
}

/** The one h1 of a page. */
export function PageTitle({ children, lead, aside, focused = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus({ preventScroll: true })
  }, [focused])

  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 ref={heading} tabIndex={-1} className="serif text-2xl">
          {children}
        </h1>
        {lead != null && <p className="mt-1 text-ink-2">{lead}</p>}
      </div>
      {aside}
    </div>
  )
}
