import { useDeferredValue, useId, useMemo } from 'react'
import { drawRosette } from './rosette-lines.ts'

interface RosetteProps {
  /** Any id. Its figure never changes. */
  seed: string
  size?: number | undefined
  /** 1 to 4; more bands look more engraved. */
  bands?: number | undefined
  strokeWidth?: number | undefined
  className?: string | undefined
}

/**
 * The engraved figure of a member, a package or a receipt, in the colour of the text. It is a decoration, and must not
 * be the only sign of anything.
 */
export function Rosette({ seed, size = 120, bands = 3, strokeWidth = 0.5, className }: RosetteProps) {
  const id = useId()
  // Computing the lines takes a while, so they are deferred, and the content beside them appears first.
  const isDue = useDeferredValue(true, false)
  const drawn = useMemo(() => (isDue ? drawRosette(seed, size, bands) : []), [isDue, seed, size, bands])
  const centre = size / 2
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${size} ${size}`}
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinejoin="round"
      className={className}
    >
      {drawn.map(({ path, turns }, band) => {
        const bandId = `${id}-${band}`
        return turns.map((turn, copy) =>
          copy === 0 ? (
            <path key={bandId} id={bandId} d={path} />
          ) : (
            <use key={`${bandId}-${turn}`} href={`#${bandId}`} transform={`rotate(${turn} ${centre} ${centre})`} />
          ),
        )
      })}
    </svg>
  )
}
