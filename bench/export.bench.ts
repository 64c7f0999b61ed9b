import { exportAllRequests } from '../contract/admin-request-list.ts'
import type { StepUpAction } from '../contract/step-up.ts'
import { exportTransactions } from '../contract/transactions.ts'
import { limitHeapGrowth } from '../server/platform/heap-growth.ts'
import { buildUrl } from '../web/lib/build-url.ts'
import { atMost, figure, type BenchRow } from './figures.ts'
import { folderOf, listKeptPlans, seedFolder } from './seed/folders.ts'
import { openSeededApp, type SeededApp } from './seed/open-seeded-app.ts'

const enough = { members: 100_000, transactions: 1_000_000 }
const mostGrownMiB = 64
const sampleMs = 50
const lineFeed = 10

/**
 * Measures the memory that the server needs for an export of everything, and the speed of the export. The first export
 * is compared with a process that has done nothing yet. The client runs in the same process, so its memory counts as
 * well.
 */
export const bench = {
  name: 'export',
  async run(): Promise<{ rows: BenchRow[] }> {
    const kept = listKeptPlans().filter(({ transactions }) => transactions >= enough.transactions)
    const plan = kept.toSorted((one, other) => one.transactions - other.transactions)[0] ?? enough
    await seedFolder(plan)
    limitHeapGrowth()
    const world = await openSeededApp(folderOf(plan))
    try {
      const rows: BenchRow[] = []
      for (const [name, path, { stepUp }] of [
        ['transactions', buildUrl(exportTransactions, { query: {} }), exportTransactions],
        ['transactions by value', buildUrl(exportTransactions, { query: { sort: 'value' } }), exportTransactions],
        ['requests', buildUrl(exportAllRequests, { query: {} }), exportAllRequests],
      ] as const) {
        rows.push(...(await measure(world, { name, path, action: stepUp.action })))
      }
      return { rows }
    } finally {
      await world.close()
    }
  },
}

interface Export {
  name: string
  path: string
  action: StepUpAction
}

async function measure(world: SeededApp, { name, path, action }: Export): Promise<BenchRow[]> {
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), sampleMs)
  const start = performance.now()
  const count = await countRows(world, path, action).finally(() => clearInterval(sampling))
  const perSecond = count / ((performance.now() - start) / 1000)
  const grownMiB = (most - before) / 2 ** 20
  return [
    atMost(`growth of the server while it writes ${count} ${name}`, grownMiB, mostGrownMiB, { unit: 'MiB', digits: 1 }),
    figure(`${name}, rows per second`, perSecond, { digits: 0 }),
  ]
}

/** Returns the number of rows below the heading. */
async function countRows(world: SeededApp, path: string, action: StepUpAction): Promise<number> {
  let count = -1
  await world.stream(path, action, (chunk) => {
    for (const byte of chunk) if (byte === lineFeed) count += 1
  })
  return count
}
