import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { viewByKey, type View } from './zoom.ts'

interface ViewFrameProps {
  label: string
  view: View
  onView: (view: View) => void
  children: ReactNode
}

/**
 * A frame for content that may be larger than it. The content moves by dragging, by wheel or finger, and by the arrow
 * keys.
 */
export function ViewFrame({ label, view, onView, children }: ViewFrameProps) {
  const drag = useDrag()
  const obeyKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = viewByKey(event.key, view)
    if (!next) return
    event.preventDefault()
    onView(next)
  }
  return (
    <div
      role="group"
      aria-label={t('{label}, {percent} per cent. Plus and minus zoom, the closing bracket rotates, 0 resets.', {
        label,
        percent: view.zoom * 100,
      })}
      // A region that scrolls and handles keys must be focusable.
      tabIndex={0}
      onKeyDown={obeyKey}
      {...drag}
      className="grid max-h-[34rem] [--fit:32rem] max-sm:[--fit:22rem] flex-1 cursor-grab overflow-auto overscroll-contain rounded-2 select-none focus-visible:-outline-offset-2 active:cursor-grabbing"
    >
      {children}
    </div>
  )
}

/** Moves the content by dragging with the mouse. A finger scrolls without this. */
function useDrag() {
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const end = () => {
    from.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      const { scrollLeft: left, scrollTop: top } = event.currentTarget
      from.current = { x: event.clientX, y: event.clientY, left, top }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!from.current) return
      const { x, y, left, top } = from.current
      event.currentTarget.scrollTo(left + x - event.clientX, top + y - event.clientY)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
