import { expect, test } from 'vitest'
import { MadeUpChain } from './made-up-chain.ts'

function play(seed: number) {
  const chain = new MadeUpChain({ seed })
  const [from, to] = [chain.makeAddress(), chain.makeAddress()]
  const hashes = [1n, 2n, 3n].map((units) => {
    const hash = chain.send({ from, to, units })
    chain.mine(2)
    return hash
  })
  return { chain, hashes, from, to }
}

test('the same seed and the same calls make the same chain, and another seed another one', () => {
  expect(play(1).chain.newest).toEqual(play(1).chain.newest)
  expect(play(1).chain.newest.id).not.toBe(play(2).chain.newest.id)
})

test('a fork takes transactions away for good, or brings them back in another block, and leaves final blocks alone', () => {
  const { chain, hashes } = play(1)
  const [first = '', second = '', third = ''] = hashes
  const former = chain.find(second)?.block.id
  chain.fork(4, (hash) => hash === second)
  expect(hashes.map((hash) => chain.find(hash) !== undefined)).toEqual([true, true, false])
  expect(chain.find(second)?.block.id).not.toBe(former)
  expect(chain.forked.map(({ hash }) => hash)).toEqual([third])
  chain.finalise()
  chain.fork(1000)
  const found = chain.find(first)
  expect(found && chain.isFinal(found)).toBe(true)
})

test('each block names the one before it and follows it by three seconds', () => {
  const { chain } = play(1)
  const before = chain.newest
  chain.mine()
  expect(chain.newest).toMatchObject({ parentId: before.id, number: before.number + 1, timeMs: before.timeMs + 3_000 })
})
