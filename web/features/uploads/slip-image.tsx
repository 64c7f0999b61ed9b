import { useCallback, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { ViewFrame } from './view-frame.tsx'
import type { View } from './zoom.ts'

interface SlipImageProps {
  image: Blob
  /** For example "Picture of the slip". */
  label: string
  /** The text of the picture, for screen readers. */
  alt: string
  view: View
  onView: (view: View) => void
  /** Called when the picture is on the screen. */
  onDrawn: () => void
  /** Called if this browser cannot show the file, or if the file is damaged. */
  onFail: () => void
}

/** The picture, fitted into its frame at first. */
export function SlipImage({ image, label, alt, view, onView, onDrawn, onFail }: SlipImageProps) {
  const [aspect, setAspect] = useState<number | null>(null)
  const draw = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(image)
      element.src = url
      return () => URL.revokeObjectURL(url)
    },
    [image],
  )
  const isSideways = view.turn % 180 !== 0
  const boxAspect = aspect === null ? 1 : isSideways ? 1 / aspect : aspect

  return (
    <ViewFrame label={label} view={view} onView={onView}>
      <div
        // The picture is hidden until its shape is known, so that it does not jump.
        className={cn('relative m-auto', aspect === null && 'invisible')}
        style={{ width: `calc(${view.zoom} * min(100%, var(--fit) * ${boxAspect}))`, aspectRatio: boxAspect }}
      >
        <img
          ref={draw}
          alt={alt}
          draggable={false}
          onLoad={({ currentTarget }) => {
            setAspect(currentTarget.naturalWidth / currentTarget.naturalHeight)
            onDrawn()
          }}
          onError={onFail}
          className="absolute top-1/2 left-1/2 max-w-none rounded-1 shadow-2"
          style={{
            width: isSideways ? `${100 / boxAspect}%` : '100%',
            transform: `translate(-50%, -50%) rotate(${view.turn}deg)`,
          }}
        />
      </div>
    </ViewFrame>
  )
}
