import { useMemo } from 'react'
import { encode } from 'uqr'

interface QrModulesProps {
  text: string
  /** The accessible name: the thing that the code leads to. */
  label: string
  size: number
}

// Scanners need a light margin of four modules. The colours are the same in both themes, as many scanners cannot read
// inverted codes.
const quietZoneModules = 4

/** A QR code drawn in the page, so that no address leaves the site. */
export function QrModules({ text, label, size }: QrModulesProps) {
  const { extent, path } = useMemo(() => drawModules(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${extent} ${extent}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      className="block"
    >
      <path d={`M0 0H${extent}V${extent}H0Z`} fill="#ffffff" />
      <path d={path} fill="#071216" />
    </svg>
  )
}

function drawModules(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZoneModules })
  const runs: string[] = []
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) runs.push(`M${x} ${y}h1v1h-1z`)
  }
  return { extent: size, path: runs.join('') }
}
