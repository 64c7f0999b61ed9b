import { deepEqual, equal } from 'node:assert/strict'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { toUnits } from '../../contract/money.ts'
import { askPayout } from '../../server/money/payouts/ask-payout.ts'
import { PayoutModel, type Judgement, type Payout, type payoutRules } from '../../server/money/payouts/model-payouts.ts'
import type { Chain } from '../../server/platform/chain/chain.ts'
import type { ChainTransaction } from '../../server/platform/chain/tron-client.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { TestDatabase } from './database.ts'
import { createPayout, noteFailed, noteSent, type PayoutFixture } from './payouts.ts'
import { makeSender } from './transfers.ts'
import { makeStrangeHash } from './watched-chain.ts'

const log = fc.record({
  to: fc.nat(3),
  of: fc.nat(2),
  difference: fc.constantFrom(0, 0, 0, 0, -1, 1),
  isToken: fc.constantFrom(true, true, true, false),
})
/** Each small number picks one of three payouts, of four transactions or of the addresses. */
export const payoutStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      payout: fc.nat(2),
      hash: fc.nat(3),
      replaces: fc.constantFrom('current' as const, 'current' as const, 'current' as const, 'other' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      payout: fc.nat(2),
      hash: fc.constantFrom('current' as const, 'current' as const, 'other' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('judge' as const),
      hasFailed: fc.constantFrom(false, false, false, true),
      isTooEarly: fc.constantFrom(false, false, false, true),
      logs: fc.array(log, { maxLength: 4 }),
    }),
  },
)
export type PayoutStep = typeof payoutStep extends fc.Arbitrary<infer T> ? T : never

/** A history of three payouts in the database and in the model. */
export class PayoutPlay {
  readonly database: TestDatabase
  readonly actorId: string
  readonly hashes = Array.from({ length: 4 }, makeStrangeHash)
  readonly fixtures = new Map<string, PayoutFixture>()
  readonly model: PayoutModel

  constructor(database: TestDatabase, actorId: string, rules: typeof payoutRules) {
    this.database = database
    this.actorId = actorId
    this.model = new PayoutModel(rules)
  }

  /** Two payouts of one member and one of another, two of them of the same amount. */
  async begin(): Promise<void> {
    await this.database.owner.query(`UPDATE payout_transactions SET due_at = 'infinity' WHERE outcome IS NULL`)
    const first = await createPayout(this.database, this.actorId, { address: makeSender() })
    const same = await createPayout(this.database, this.actorId, { userId: first.userId })
    const other = await createPayout(this.database, this.actorId, { address: makeSender(), coins: 3_000 })
    const inOrder = [first, same, other].toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    for (const fixture of inOrder) {
      this.fixtures.set(fixture.requestId, fixture)
      this.model.add(fixture.requestId, fixture.address, toUnits(fixture.usdt) / 100n)
    }
  }

  async take(next: PayoutStep): Promise<void> {
    if (next.do === 'judge') return this.judge(next)
    const payout = this.model.payouts[next.payout] as Payout
    const fixture = this.fixtures.get(payout.requestId) as PayoutFixture
    const strange = this.hashes.find((one) => one !== payout.hash) ?? ''
    if (next.do === 'send') {
      const hash = this.hashes[next.hash] ?? ''
      const replaces = next.replaces === 'current' ? payout.hash : strange
      const call = noteSent(this.database.ownerDb, fixture, {
        actorId: this.actorId,
        hash,
        ...(replaces && { replaces }),
      })
      equal(await outcomeOf(call), this.model.send(payout, hash, replaces))
    } else {
      const hash = (next.hash === 'current' ? payout.hash : null) ?? strange
      const call = noteFailed(this.database.ownerDb, fixture, { actorId: this.actorId, hash }).then(() => 'failed')
      equal(await outcomeOf(call), this.model.fail(payout, hash))
    }
  }

  /** The server asks the chain for the transaction that has waited longest. */
  private async judge({ hasFailed, isTooEarly, logs }: Extract<PayoutStep, { do: 'judge' }>): Promise<void> {
    const { payouts } = this.model
    const addresses = [...new Set(payouts.map(({ address }) => address)), makeSender(), makeSender()]
    const judgement: Judgement = {
      hasFailed,
      isTooEarly,
      // The logs of a transaction that failed did not happen.
      logs: (hasFailed ? [] : logs).map(({ to, of, difference, isToken }) => ({
        to: addresses[to] ?? '',
        units: (payouts[of] as Payout).units + BigInt(difference),
        isToken,
        pays: null,
      })),
    }
    let asked: string | undefined
    const readFinal = async (hash: string) => {
      asked = hash
      return toTransaction(hash, judgement)
    }
    const chain = { readFinal } as unknown as Chain
    await askPayout({ db: this.database.appDb, chain, now: () => sql<string>`now()` })
    if (asked !== undefined) this.model.judge(asked, judgement)
  }

  /** Compares the payouts, and the request that each final transfer pays. */
  async compare(): Promise<void> {
    const { payouts, judgements } = this.model
    const ids = payouts.map(({ requestId }) => requestId)
    const { rows } = await this.database.owner.query(
      'SELECT request_id, state, hash, finding, failures FROM ledger.payouts WHERE request_id = ANY($1) ORDER BY user_id, request_id',
      [ids],
    )
    deepEqual(
      rows,
      payouts.map(({ requestId, state, hash, finding, failures }) => ({
        request_id: requestId,
        state,
        hash,
        finding,
        failures,
      })),
    )
    const paid = await this.database.owner.query<{ hash: string; log_index: number; pays: string }>(
      'SELECT hash, log_index, pays FROM payout_logs WHERE pays = ANY($1)',
      [ids],
    )
    const expected = [...judgements].flatMap(([hash, { logs }]) =>
      logs.flatMap(({ pays }, at) => (pays === null ? [] : [`${hash} ${at} ${pays}`])),
    )
    deepEqual(paid.rows.map((row) => `${row.hash} ${row.log_index} ${row.pays}`).toSorted(), expected.toSorted())
    equal(new Set(paid.rows.map(({ pays }) => pays)).size, paid.rows.length)
  }
}

const key = ({ userId, requestId }: PayoutFixture) => `${userId} ${requestId}`

async function outcomeOf(call: Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

function toTransaction(hash: string, { hasFailed, isTooEarly, logs }: Judgement): ChainTransaction {
  const blockTime = new Date(Date.now() - (isTooEarly ? 2 : 0) * 3_600_000)
  const all = logs.map(({ to, units, isToken }, logIndex) => ({
    isToken,
    transfer: { logIndex, contract: isToken ? 'the token' : 'another one', from: makeSender(), to, units },
  }))
  return {
    hash,
    blockNumber: 1,
    blockTime,
    failure: hasFailed ? 'OUT_OF_ENERGY' : null,
    transfers: all.filter(({ isToken }) => isToken).map(({ transfer }) => transfer),
    otherTransfers: all.filter(({ isToken }) => !isToken).map(({ transfer }) => transfer),
  }
}
