import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submitBuyRequest, submitTransferRequest, submitWithdrawalRequest } from '../../contract/requests.ts'
import { inSnapshot } from '../../server/platform/db/transaction.ts'
import type { Tx } from '../../server/platform/db/client.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import { expectNoDeadlocks } from '../helpers/faults/deadlocks.ts'
import { expectWholeBooks } from '../helpers/faults/expect-whole-books.ts'
import { createCallers } from '../helpers/faults/callers.ts'
import { startMoneyLoad, withoutStepUp } from '../helpers/faults/money-load.ts'
import { describePosted, postUntilClear } from '../helpers/faults/post.ts'
import { isSubmission, type Entry, type Journal } from '../helpers/faults/journal.ts'
import { findWrongSums } from '../helpers/faults/read-books.ts'
import { giveSlips } from '../helpers/faults/slips.ts'
import { sizeOf, startScenario } from '../helpers/faults/scenario.ts'
import { expectNoViolations } from '../helpers/ledger.ts'
import { letOneAdministratorDecide } from '../helpers/second-owner.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const rounds = sizeOf({ short: 2, full: 200 })
const atOnce = sizeOf({ short: 40, full: 100 })
const patience = { timeout: 60_000 + rounds * 15_000 }
/** The load of many members. Half of its requests are those of the hot ones. */
const hot = 8
const others = sizeOf({ short: 24, full: 1_000 })
const clients = sizeOf({ short: 16, full: 32 })
const leastCalls = sizeOf({ short: 400, full: 20_000 })
const leastReads = sizeOf({ short: 10, full: 1_000 })
const readEveryMs = 100
/** Each tenth read compares all rules of the ledger, and not the sums alone. */
const withRulesEvery = 10
const coins = { amount_coins: 1000 }

let database: TestDatabase
let server: TestServer
beforeAll(async () => {
  database = await createTestDatabase()
  await letOneAdministratorDecide(database.ownerUrl)
  const env = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl, WORKERS: '2', ...withoutStepUp }
  server = await startServer({ env })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

test('of many spends at once, exactly those that the coins are for succeed [R3]', patience, async (context) => {
  const { chance, note } = startScenario(context, { promises: 'R3', faults: `${rounds} × ${atOnce} spends` })
  for (let round = 0; round < rounds; round += 1) {
    const { members } = await createCallers(server, { count: 2, opening: 5_000 })
    const [spender, other] = members
    if (!spender || !other) throw new Error('the race needs two members')
    const spends = Array.from({ length: atOnce }, async () =>
      chance.fraction() < 0.5
        ? postUntilClear(server.url, spender, { path: submitWithdrawalRequest.path, body: coins })
        : postUntilClear(server.url, spender, {
            path: submitTransferRequest.path,
            body: { ...coins, recipient_member_id: other.memberId },
          }),
    )
    const answers = await Promise.all(spends)
    // A transfer and a withdrawal say in different words that the coins are too few.
    const statuses = answers.map((answer) => ({ ...answer, code: undefined }))
    expect(describePosted(statuses)).toBe(`200: 5, 422: ${atOnce - 5}`)
  }
  await expectNoViolations(database)
  await expectNoDeadlocks(server, { deadlocksBefore: 0 })
  note('each round accepted exactly 5')
})

test(
  'of many decisions at once exactly one counts, and one key makes one request [R2, R4]',
  patience,
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R2, R4', faults: `${rounds} × ${atOnce} decisions` })
    const { members, admin, pack } = await createCallers(server, { count: 2 })
    const { admin: second } = await createCallers(server, { count: 0 })
    // The first purchase of this member pays a reward to the other one.
    const member = members[1]
    if (!member) throw new Error('the race needs a member who was brought in')
    await giveSlips(database.ownerDb, [member], rounds)
    for (let round = 0; round < rounds; round += 1) {
      const purchase = { amount_coins: pack.coins, package_id: pack.id, payment_proof_id: member.slips.pop()?.id }
      const submission =
        round % 2 === 0
          ? { path: submitWithdrawalRequest.path, body: coins }
          : { path: submitBuyRequest.path, body: purchase }
      const call = { ...submission, key: randomUUID() }
      const submissions = await Promise.all(
        Array.from({ length: atOnce }, async () => postUntilClear(server.url, member, call)),
      )
      const ids = [...new Set(submissions.map(({ id }) => id))]
      expect(ids).toHaveLength(1)
      const decisions = Array.from({ length: atOnce }, async () =>
        postUntilClear(server.url, chance.pick([admin, second]), {
          path: `/api/requests/${member.id}/${ids[0]}/decision`,
          body: { status: chance.pick(['approved', 'rejected']), admin_notes: 'Decided.' },
        }),
      )
      expect(describePosted(await Promise.all(decisions))).toBe(`200: 1, 409 already_processed: ${atOnce - 1}`)
    }
    await expectNoViolations(database)
    await expectNoDeadlocks(server, { deadlocksBefore: 0 })
    note('each round had one request and one decision')
  },
)

test(
  'each read of the whole books during a load finds all coins and no broken rule [R1]',
  { timeout: 120_000 + leastCalls * 50 },
  async (context) => {
    const { chance, note } = startScenario(context, { promises: 'R1, R8', faults: `${clients} clients at once` })
    const callers = await createCallers(server, { count: hot + others, opening: 1_000_000 })
    await giveSlips(database.ownerDb, callers.members.slice(0, hot), leastCalls / 40)
    await giveSlips(database.ownerDb, callers.members.slice(hot), 60)
    const begun = performance.now()
    const load = await startMoneyLoad(server, { chance, callers, hot, writers: clients })
    const countCalls = () => load.journal.entries.filter(({ answeredAt }) => answeredAt !== undefined).length
    let reads = 0
    // The load goes on until both are enough. If it fails, the reads end as well.
    for (; countCalls() < leastCalls || reads < leastReads; reads += 1) {
      expect(
        await inSnapshot(database.ownerDb, async (tx) => readWholeBooks(tx, reads % withRulesEvery === 0)),
      ).toEqual([])
      await Promise.race([load.done, sleep(readEveryMs)])
    }
    await load.end()
    const seconds = (performance.now() - begun) / 1_000
    expect(countCalls()).toBeGreaterThanOrEqual(leastCalls)
    expect(reads).toBeGreaterThanOrEqual(leastReads)
    expect(listOutcomes(load.journal)).toEqual(allOutcomes)
    note(
      `${await expectWholeBooks(server, load, chance)}; ${reads} reads of the whole books in ${seconds.toFixed(0)} s`,
    )
  },
)

/** Reads all sums, and now and then all rules of the ledger, which takes longer. */
async function readWholeBooks(tx: Tx, hasRules: boolean): Promise<unknown[]> {
  const violations = hasRules ? await tx.selectFrom('ledger.violations').selectAll().execute() : []
  return [...(await findWrongSums(tx)), ...violations]
}

const allOutcomes = ['buy', 'transfer', 'withdrawal'].flatMap((kind) =>
  ['approved', 'cancelled', 'rejected'].map((what) => `${kind} ${what}`),
)

/** Lists the outcomes of a load by their kinds of requests. */
function listOutcomes({ entries }: Journal): string[] {
  const outcomes = entries.filter((entry) => !isSubmission(entry))
  const kindOf = ({ purchase, recipientId }: Entry) => (purchase ? 'buy' : recipientId ? 'transfer' : 'withdrawal')
  return [...new Set(outcomes.map((entry) => `${kindOf(entry)} ${entry.what}`))].toSorted()
}
