import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { WatchedChain } from '../../../tests/helpers/watched-chain.ts'
import { action, playHistory } from '../../../tests/helpers/chain-histories.ts'

/**
 * The number of random histories, and the seed that repeats them. `CHAIN_RUNS=10000 CHAIN_SEED=1 npx vitest run
 * server/money/deposits/watcher.property.test.ts` plays more.
 */
const runs = Number(process.env['CHAIN_RUNS'] ?? 20)
const seed = Number(process.env['CHAIN_SEED'] ?? Date.now() % 2 ** 31)

let database: TestDatabase
let world: WatchedChain
beforeAll(async () => {
  database = await createTestDatabase()
  // The histories end servers, and never the database, so no statement has to wait for the disk.
  await database.owner.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
  )
  world = await WatchedChain.open(database)
})
afterAll(async () => {
  await world.stop()
  await database.drop()
})

const history = fc.record({
  seed: fc.nat(),
  nodeCount: fc.constantFrom(1, 2, 2),
  actions: fc.array(action, { minLength: 5, maxLength: 25, size: 'max' }),
})

test(
  `every final transfer of a random chain is known once, and none is made up (seed ${seed})`,
  async () => {
    const transfers: string[] = []
    await fc.assert(
      fc.asyncProperty(history, async (played) => {
        const { expected, found } = await playHistory(world, played)
        expect(found).toEqual([...new Set(found)])
        expect(expected.filter((name) => !found.includes(name))).toEqual([])
        transfers.push(...found)
      }),
      { numRuns: runs, seed },
    )
    expect(transfers.length).toBeGreaterThan(runs / 4)
    if (process.env['CHAIN_RUNS'])
      process.stdout.write(`seed ${seed}: ${runs} histories, ${transfers.length} transfers\n`)
  },
  60_000 + runs * 2_000,
)
