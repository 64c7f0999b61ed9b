import { useStoredText } from '../../lib/stored-text.ts'

export type Density = 'comfortable' | 'compact'

/** How close the rows of long lists stand, as this browser was told last. */
export function useDensity(): { density: Density; toggle: () => void } {
  const { text, keep } = useStoredText('list-density')
  const density = text === 'compact' ? 'compact' : 'comfortable'
  return { density, toggle: () => keep(density === 'compact' ? 'comfortable' : 'compact') }
}
