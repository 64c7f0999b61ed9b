import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { WatchedChain } from '../../../tests/helpers/watched-chain.ts'

let database: TestDatabase
let world: WatchedChain
beforeAll(async () => {
  database = await createTestDatabase()
  world = await WatchedChain.open(database)
})
afterAll(async () => {
  await world.stop()
  await database.drop()
})

/** Lets the job run each five seconds. Returns the results of its runs: the reason of a failure, or "good". */
async function work(seconds: number): Promise<string[]> {
  const results: string[] = []
  for (let passed = 0; passed < seconds; passed += 5) {
    world.advance(5_000)
    await world.work().then(
      () => results.push('good'),
      (error: unknown) => results.push(error instanceof Error ? error.message : 'unknown'),
    )
  }
  return results
}

test('while no provider answers the work fails, also in runs that wait for the next question, until one answers', async () => {
  await world.begin({ patienceMs: 0 })
  expect(new Set(await work(60))).toEqual(new Set(['good']))
  for (const node of world.nodes) node.fail('overloaded', Infinity)
  const during = await work(5 * 60)
  expect(new Set(during.slice(4))).toEqual(new Set(['The chain could not be asked: overloaded']))
  for (const node of world.nodes) node.recover()
  expect((await work(15 * 60)).at(-1)).toBe('good')
})

test('an outage of one provider, and a short one of both, are no failure of the work', async () => {
  await world.begin()
  world.nodes[0]?.fail('overloaded', Infinity)
  expect(new Set(await work(5 * 60))).toEqual(new Set(['good']))
  world.nodes[1]?.fail('overloaded', Infinity)
  expect(new Set(await work(60))).toEqual(new Set(['good']))
})
