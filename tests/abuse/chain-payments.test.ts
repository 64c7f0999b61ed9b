import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TransferName } from '../../contract/transfer-name.ts'
import { createAdmin, createBuyer, type Person } from '../helpers/api.ts'
import { attack, expectUnchanged, startTarget, type AttackAnswer, type Target } from '../helpers/attack.ts'
import { addTransfer } from '../helpers/transfers.ts'

let target: Target
let admin: Person
let rival: Person
let member: Person
let thief: Person
beforeAll(async () => {
  target = await startTarget()
  admin = await createAdmin(target.server)
  rival = await createAdmin(target.server, 'Rui Rival')
  member = await createBuyer(admin)
  thief = await createBuyer(admin)
})
afterAll(async () => target.stop())

/** Makes a buy of 1,000 coins, which costs 10 USD, with the rights of the database's owner. */
async function buy({ userId }: Person, hash: string | null = null): Promise<{ userId: string; id: string }> {
  const slip = await target.owner.query<{ id: string }>(
    `insert into uploads (user_id, path, mime_type, size_bytes, sha256)
     values ($1, $2, 'image/png', 100, sha256($2::text::bytea)) returning id`,
    [userId, `${userId}/${randomUUID()}.png`],
  )
  const { rows } = await target.owner.query<{ id: string }>(
    `select request_id as id from ledger.submit($1, gen_random_uuid(), 'buy', 1000, null, null, $2, 1, false, $3)`,
    [userId, slip.rows[0]?.id, hash],
  )
  return { userId, id: rows[0]?.id ?? '' }
}

interface Approval {
  as?: Person
  transfers?: TransferName[]
  credit?: unknown
  acknowledged?: string[]
}

async function approve(
  { userId, id }: { userId: string; id: string },
  { as = admin, ...payment }: Approval,
): Promise<AttackAnswer> {
  return attack(target, {
    path: `/api/requests/${userId}/${id}/decision`,
    body: { status: 'approved', admin_notes: '', ...payment },
    headers: { 'idempotency-key': randomUUID() },
    as,
  })
}

const pay = async (units = 10_000_000n) => addTransfer(target, { units, minutes: 1 })
const codeOf = ({ status, body }: AttackAnswer) => [status, body?.code]

test('one payment for two requests, also by two administrators at once [A270]', async () => {
  const transfers = [await pay()]
  const [one, other] = [await buy(member), await buy(member)]
  const outcomes = await Promise.all([approve(one, { transfers }), approve(other, { transfers, as: rival })])
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const left = outcomes[0].status === 200 ? other : one
  const again = await expectUnchanged(target, async () => approve(left, { transfers, as: rival }))
  expect(codeOf(again)).toEqual([409, 'transfer_allocated_already'])
})

test('naming the payment of another member needs an acknowledgement [A271]', async () => {
  const transfer = await pay(10_000_001n)
  const [honest, stolen] = [await buy(member, transfer.hash), await buy(thief, transfer.hash)]
  const acknowledged = ['same_transaction_hash']
  const unread = async () => approve(stolen, { transfers: [transfer], acknowledged })
  expect(codeOf(await expectUnchanged(target, unread))).toEqual([422, 'warning_unread'])
  const read = [...acknowledged, 'transfer_claimed']
  expect((await approve(honest, { transfers: [transfer], acknowledged: read })).status).toBe(200)
})

test('a payment of less, of nothing, or to another address does not buy the whole [A272]', async () => {
  const one = await buy(member)
  const [less, elsewhere] = [
    await pay(9_999_999n),
    await addTransfer(target, { units: 10_000_000n, to: 'T-elsewhere' }),
  ]
  for (const [payment, code] of [
    [{ transfers: [less] }, 'payment_too_small'],
    [{ transfers: [elsewhere] }, 'transfer_not_payable'],
    [{ transfers: [{ ...less, log_index: 7 }] }, 'transfer_not_payable'],
    [{ transfers: [], credit: 'part' }, 'invalid_request'],
    [{ transfers: [less], credit: 'twice' }, 'invalid_request'],
    [{ transfers: Array.from({ length: 21 }, (_, at) => ({ ...less, log_index: at })) }, 'invalid_request'],
  ] as const) {
    const outcome = await expectUnchanged(target, async () => approve(one, payment as Approval))
    expect(outcome.body?.code).toBe(code)
  }
  expect((await approve(one, { transfers: [less], credit: 'part' })).body).toMatchObject({
    credited_coins: '999.9999',
    credited_usd: '9.99',
  })
  expect((await target.owner.query('select * from ledger.violations')).rows).toEqual([])
})
