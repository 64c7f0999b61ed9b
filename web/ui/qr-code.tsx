import { cn } from './cn.ts'
import { loadWhenNeeded } from './load-when-needed.tsx'

interface QrCodeProps {
  text: string
  /** The accessible name: the thing that the code leads to. */
  label: string
  size?: number | undefined
  className?: string | undefined
}

const LateModules = loadWhenNeeded(async () => (await import('./qr-modules.tsx')).QrModules)

/** Reserves the room of the code, which is drawn a moment after the page. */
export function QrCode({ text, label, size = 150, className }: QrCodeProps) {
  return (
    <span style={{ width: size, height: size }} className={cn('block flex-none overflow-hidden rounded-2', className)}>
      <LateModules isNeeded props={{ text, label, size }} />
    </span>
  )
}
