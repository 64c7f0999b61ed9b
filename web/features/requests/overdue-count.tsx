import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'

const LateText = loadWhenNeeded(async () => (await import('./overdue-count-text.tsx')).OverdueCountText)

/** The number of overdue requests; nothing without any. */
export function OverdueCount({ count = 0 }: { count: number | undefined }) {
  return <LateText isNeeded={count > 0} props={{ count }} />
}
