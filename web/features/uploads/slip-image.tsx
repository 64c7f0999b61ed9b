import { useCallback, useState, type KeyboardEvent } from 'react'
import { viewByKey, type View } from './zoom.ts'

interface SlipImageProps {
  image: Blob
  /** "slip" */
  noun: string
  view: View
  onView: (view: View) => void
}

/** The image, fitted at first; larger views scroll, by pointer and by arrow keys. */
export function SlipImage({ image, noun, view, onView }: SlipImageProps) {
  const [aspect, setAspect] = useState<number | null>(null)
  const draw = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(image)
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [image],
  )
  const zoomByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = viewByKey(event.key, view)
    if (!next) return
    event.preventDefault()
    onView(next)
  }
  const isSideways = view.turn % 180 !== 0
  const boxAspect = aspect === null ? 1 : isSideways ? 1 / aspect : aspect

  return (
    <div
      role="group"
      aria-label={`Picture of the ${noun}, ${view.zoom * 100} per cent. Plus and minus zoom, the closing bracket rotates, 0 resets.`}
      // A region that scrolls and listens to keys must take the focus.
      tabIndex={0}
      onKeyDown={zoomByKey}
      className="grid max-h-[34rem] [--fit:32rem] max-sm:[--fit:22rem] flex-1 overflow-auto overscroll-contain rounded-2 focus-visible:-outline-offset-2"
    >
      <div
        className="relative m-auto"
        style={{ width: `calc(${view.zoom} * min(100%, var(--fit) * ${boxAspect}))`, aspectRatio: boxAspect }}
      >
        <img
          ref={draw}
          alt={`The ${noun} of this request`}
          onLoad={({ currentTarget }) => setAspect(currentTarget.naturalWidth / currentTarget.naturalHeight)}
          className="absolute top-1/2 left-1/2 max-w-none rounded-1 shadow-2"
          style={{
            width: isSideways ? `${100 / boxAspect}%` : '100%',
            transform: `translate(-50%, -50%) rotate(${view.turn}deg)`,
          }}
        />
      </div>
    </div>
  )
}
