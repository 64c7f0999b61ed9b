import { getPlatformSettings } from '../../contract/endpoints/settings.ts'
import { getGlobalPlatformStats } from '../../contract/endpoints/stats.ts'
import { read } from './query-of.ts'

// The data that visitors may read. The home page needs these queries and no others.

export const statsPollMs = 5000

export const settingsQuery = read(getPlatformSettings, ['settings'], {}, { staleTime: 300_000 })

/** Polls every five seconds, but not while the tab is hidden. The next poll is the retry. */
export const globalStatsQuery = read(
  getGlobalPlatformStats,
  ['settings'],
  {},
  { refetchInterval: statsPollMs, retry: false, staleTime: statsPollMs },
)
