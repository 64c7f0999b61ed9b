import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTronWorld, type TronWorld } from '../../../tests/helpers/tron-node.ts'
import { readConfig } from '../config.ts'
import { hasProvider, openChain } from './open-chain.ts'

let world: TronWorld
beforeAll(async () => {
  world = await startTronWorld({ nodeCount: 2 })
})
afterAll(async () => world.stop())

test('without a provider there is no chain', () => {
  expect(hasProvider(readConfig({}))).toBe(false)
})

test('each provider gets its own key, and both are asked above the USDT of the settings', async () => {
  const [first, second] = world.nodes
  const config = readConfig({
    TRON_API_URL: `${first.url}/`,
    TRON_API_KEY: 'one',
    TRON_SECOND_API_URL: second?.url,
    TRON_SECOND_API_KEY: 'two',
    TRON_BOTH_ABOVE_USDT: '5',
  })
  if (!hasProvider(config)) throw new Error('the provider is missing')
  const send = (units: bigint) =>
    world.chain.send({ from: world.chain.makeAddress(), to: world.chain.makeAddress(), units })
  const [small, great] = [send(5_000_000n), send(5_000_001n)]
  world.chain.finalise()
  const chain = openChain(config)
  expect(await chain.readFinal(small)).toMatchObject({ hash: small })
  expect(await chain.readFinal(great)).toMatchObject({ hash: great })
  expect(first.calls.map(({ key }) => key)).toEqual(['one', 'one'])
  expect(second?.calls.map(({ key }) => key)).toEqual(['two'])
})
