import { getPlatformSettings } from '../../contract/endpoints/settings.ts'
import { getGlobalPlatformStats } from '../../contract/endpoints/stats.ts'
import { queryOf } from './query-of.ts'

// The data that visitors may read. The home page needs these queries and no others.

export const statsPollMs = 5000

export const settingsQuery = queryOf(getPlatformSettings, ['settings'], {}, { staleTime: 300_000 })

/** Polls every five seconds, but not while the tab is hidden. The next poll is the retry. */
export const globalStatsQuery = queryOf(
  getGlobalPlatformStats,
  ['settings'],
  {},
  { refetchInterval: statsPollMs, retry: false, staleTime: statsPollMs },
)
