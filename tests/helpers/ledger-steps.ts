import * as fc from 'fast-check'
import { requestKinds } from '../../contract/endpoints/requests.ts'

const reuseReason = fc.constantFrom(null, 'The bank paid twice with one slip.')

/** The next step of a run. Each small number picks one of the existing members, requests and so on. */
export const step = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      who: fc.nat(5),
      kind: fc.constantFrom(...requestKinds),
      coins: fc.constantFrom(1000, 2000, 5000, 7000, 500, 0),
      pack: fc.nat(4),
      to: fc.nat(5),
      address: fc.nat(20),
      slip: fc.nat(5),
      quote: fc.nat(5),
      hash: fc.nat(2),
      key: fc.nat(40),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      who: fc.nat(3),
      pack: fc.nat(2),
      quote: fc.nat(5),
      isCopy: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      who: fc.nat(5),
      isApproved: fc.boolean(),
      notes: fc.constantFrom('Not received', 'Not received', 'Not received', null, '', ' \n'),
      reuseReason,
      request: fc.nat(),
      key: fc.nat(40),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('approve newest' as const),
      isStale: fc.constantFrom(false, false, false, false, true),
      reuseReason,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask slip' as const),
      request: fc.nat(),
      isAny: fc.constantFrom(false, false, false, true),
      isStale: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer slip' as const),
      request: fc.nat(),
      isAny: fc.constantFrom(false, false, false, true),
      slip: fc.nat(4),
      hash: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), who: fc.nat(3) }) },
  {
    weight: 5,
    // The shares of the price that the transfers bring, in percent; 0 is the smallest unit.
    arbitrary: fc.record({
      do: fc.constant('approve paid' as const),
      shares: fc.constantFrom([100], [100], [50], [33], [60, 40], [33, 33], [150], [0], []),
      isPart: fc.boolean(),
      isOld: fc.constantFrom(false, false, true),
      isOurs: fc.constantFrom(true, true, true, false),
      isTwice: fc.boolean(),
      old: fc.nat(),
      reuseReason,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      isOwn: fc.boolean(),
      who: fc.nat(5),
      request: fc.nat(),
      key: fc.nat(40),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      by: fc.nat(8),
      who: fc.nat(5),
      coins: fc.constantFrom('500', '-500', '0.0001', '-0.5', '0', '0.00001', '-99999'),
      reverses: fc.nat(),
      key: fc.nat(40),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take all' as const), who: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), adjustment: fc.nat() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reverse request' as const),
      by: fc.nat(7),
      request: fc.nat(),
      isAny: fc.constantFrom(false, false, false, true),
      isTwice: fc.boolean(),
      key: fc.nat(40),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('repeat' as const), call: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('edit package' as const),
      pack: fc.nat(3),
      coins: fc.constantFrom('1000', '5000', '6000'),
      price: fc.constantFrom('0.01', '0.0125', '0.0333'),
      bonus: fc.constantFrom('0', '12.3457', '0.0019'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete package' as const), pack: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set status' as const),
      who: fc.nat(5),
      status: fc.constantFrom('Active' as const, 'Active' as const, 'Suspended' as const, 'Inactive' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set duty' as const),
      who: fc.nat(1),
      duty: fc.constantFrom(
        'owner' as const,
        'owner' as const,
        'approver' as const,
        'support' as const,
        'auditor' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('set wallet' as const), who: fc.nat(3), to: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      who: fc.nat(3),
      to: fc.nat(7),
      of: fc.constantFrom('newest' as const, 'book' as const, 'all' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add address' as const), who: fc.nat(3), to: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove address' as const), who: fc.nat(3), to: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass holds' as const), who: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), who: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lift stop' as const), who: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('set deposit address' as const), to: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('set rate' as const), rate: fc.constantFrom('0.01', '0.0123', '0.02') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set USDT rate' as const),
      rate: fc.constantFrom('1', '0.97'),
      isFallback: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('let days pass' as const),
      days: fc.constantFrom(1, 6, 8, 8),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('set maturity' as const), days: fc.constantFrom('0', '1', '7') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set unique amounts' as const),
      to: fc.constantFrom('on' as const, 'on' as const, 'off' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set automatic approval' as const),
      to: fc.constantFrom('on' as const, 'on' as const, 'off' as const),
    }),
  },
  {
    weight: 4,
    // `by` is the difference between payment and price in base units.
    arbitrary: fc.record({
      do: fc.constant('pay exactly' as const),
      which: fc.nat(),
      by: fc.constantFrom(0n, 0n, -1n, 1n),
      isOurs: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 2,
    // At the last price, a thousand coins cost nothing.
    arbitrary: fc.record({
      do: fc.constant('set top-up price' as const),
      price: fc.constantFrom('0.01', '0.0125', '0.000001'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('set limit' as const), usd: fc.constantFrom('1000000', '50', '23', '20') }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export type StepKind = Step['do']

/** Returns the item that a small number stands for. */
export function pick<Item>(items: Item[], number: number): Item {
  return items[number % items.length] as Item
}
