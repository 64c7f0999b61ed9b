import { useStoredText } from '../../lib/stored-text.ts'

export type Density = 'comfortable' | 'compact'

/** Returns the distance of rows in long lists, as this browser has stored it. */
export function useDensity(): { density: Density; toggle: () => void } {
  const { text, keep } = useStoredText('list-density')
  const density = text === 'compact' ? 'compact' : 'comfortable'
  return { density, toggle: () => keep(density === 'compact' ? 'comfortable' : 'compact') }
}
