import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { wholeNumber } from '../setting-schemas.ts'

/** More processes than this need more connections than a database has at first. */
const workersByItself = 16
const poolOfOne = 5
const poolByItself = { least: 10, most: 50 }

/** The settings of the processes that serve one port. */
export const workerSettings = {
  workers: {
    name: 'WORKERS',
    meaning:
      'Processes that serve PORT together. With auto there is one for each processor, and 16 at most. With 1 the server is a single ' +
      'process. With more, SIGHUP replaces them one by one (docs/operations.md).',
    expected: 'auto, or a whole number from 1 to 32',
    fallback: 'auto',
    schema: z.union([
      wholeNumber(1, 32),
      z.pipe(
        z.literal('auto'),
        z.transform(() => Math.min(availableParallelism(), workersByItself)),
      ),
    ]),
  },
} as const

/**
 * Returns the most database connections of one of the processes that serve. The setting counts those of the host, so that they stay
 * below what the database allows. Each process has one at least.
 */
export function poolShare({ workers, databasePoolMax }: { workers: number; databasePoolMax: number | 'auto' }): number {
  const { least, most } = poolByItself
  const all = databasePoolMax === 'auto' ? Math.min(Math.max(poolOfOne * workers, least), most) : databasePoolMax
  return Math.max(Math.floor(all / workers), 1)
}
