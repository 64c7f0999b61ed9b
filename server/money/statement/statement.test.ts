import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, decide, moveLines, submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { exportStatement } from './export-statement.ts'
import { readStatement, type Period } from './statement.ts'

let database: TestDatabase
let adminId: string
beforeAll(async () => {
  database = await createTestDatabase()
  adminId = (await createAdmin(database.ownerDb)).id
})
afterAll(() => database.drop())

const read = (userId: string, page: Period & { cursor?: string; limit?: number } = {}) =>
  readStatement(database.appDb, userId, { limit: 50, ...page })

test('each line names the other side, the friend or the reason, and the own request', async () => {
  const referrer = await createMember(database.ownerDb, { fullName: 'Rosa Referrer' })
  const member = await createMember(database.ownerDb, { fullName: 'Mira Friend', referredById: referrer.id })
  const pack = await createPackage(database, { coins: 5000, bonusPercentage: '10' })
  const uploadId = await createUploadRow(database.ownerDb, member.id)
  const bought = await submit(database, member.id, 'buy', 5000, { packageId: pack.id, uploadId, usdtRate: '1' })
  await decide(database, adminId, member.id, bought)
  const sent = await submit(database, member.id, 'transfer', 1000, { recipientMemberId: referrer.memberId })
  await decide(database, adminId, member.id, sent)
  const kept = await submit(database, member.id, 'transfer', 2000, { recipientMemberId: referrer.memberId })
  await giveCoins(database.ownerDb, adminId, member.id, 7)

  const own = await read(member.id)
  expect(own).toMatchObject({ opening_coins: '0', closing_coins: '4507', next_cursor: null })
  expect(own.items.map(({ type, coins, balance_after, value_usd }) => [type, coins, balance_after, value_usd])).toEqual(
    [
      ['ADJUSTMENT_IN', '7', '4507', '0.07'],
      ['TRANSFER_OUT', '-1000', '4500', '10'],
      ['BONUS', '500', '5500', '5'],
      ['BUY', '5000', '5000', '50'],
    ],
  )
  const [correction, transfer, bonus, buy] = own.items
  expect(correction).toMatchObject({ other: null, request: null })
  expect(correction?.reason).toMatch(/\w/)
  expect(transfer?.other).toEqual({ full_name: 'Rosa Referrer', member_id: referrer.memberId })
  expect(transfer?.request).toEqual({ id: sent, number: expect.stringMatching(/^T-/) as string })
  for (const line of [bonus, buy]) expect(line).toMatchObject({ other: null, reason: null, request: { id: bought } })

  const received = (await read(referrer.id)).items
  expect(received.map(({ type, other, request }) => [type, other, request])).toEqual([
    ['TRANSFER_IN', { full_name: 'Mira Friend', member_id: member.memberId }, null],
    ['REFERRAL_BONUS', { full_name: 'Mira Friend', member_id: null }, null],
  ])
  // Coins that wait for a decision are locked, and no line.
  await decide(database, adminId, member.id, kept, 'rejected')
  expect((await read(member.id)).items).toHaveLength(4)
})

test('a period has the balances at both of its ends, and its lines alone', async () => {
  const { id } = await createMember(database.ownerDb)
  for (const coins of [10, 20, 40]) await giveCoins(database.ownerDb, adminId, id, coins)
  await moveLines(database, id, 60, 'version = 1')
  await moveLines(database, id, 30, 'version = 2')
  const dayOf = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10)
  const ofPeriod = async (period: Period) => {
    const { opening_coins, closing_coins, items } = await read(id, period)
    return [opening_coins, items.map(({ coins }) => coins), closing_coins]
  }
  expect(await ofPeriod({})).toEqual(['0', ['40', '20', '10'], '70'])
  expect(await ofPeriod({ from: dayOf(30), to: dayOf(30) })).toEqual(['10', ['20'], '30'])
  expect(await ofPeriod({ from: dayOf(29), to: dayOf(2) })).toEqual(['30', [], '30'])
  expect(await ofPeriod({ to: dayOf(61) })).toEqual(['0', [], '0'])
  expect(await ofPeriod({ from: dayOf(40) })).toEqual(['10', ['40', '20'], '70'])
})

test('pages follow one another without a gap, also of lines of the same moment', async () => {
  const { id } = await createMember(database.ownerDb)
  for (let coins = 1; coins <= 7; coins += 1) await giveCoins(database.ownerDb, adminId, id, coins)
  await database.owner.query(
    `ALTER TABLE ledger.lines DISABLE TRIGGER append_only;
     UPDATE ledger.lines SET created_at = date_trunc('second', now()) WHERE user_id = '${id}';
     ALTER TABLE ledger.lines ENABLE TRIGGER append_only`,
  )
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const { items, next_cursor } = await read(id, { limit: 3, ...(cursor && { cursor }) })
    seen.push(...items.map(({ coins }) => coins))
    cursor = next_cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1'])
  for (const wrong of ['0', '-1', "1' or 1=1", '1e3', '9'.repeat(30)]) {
    await expect(read(id, { cursor: wrong })).rejects.toMatchObject({ code: 'invalid_request' })
  }
})

test('the file has the lines of the period with the words of the page', async () => {
  const [sender, recipient] = [
    await createMember(database.ownerDb, { fullName: 'Sena Sender' }),
    await createMember(database.ownerDb),
  ]
  await giveCoins(database.ownerDb, adminId, sender.id, 3000)
  const sent = await submit(database, sender.id, 'transfer', 1000, { recipientMemberId: recipient.memberId })
  await decide(database, adminId, sender.id, sent)
  const { columns, pages } = exportStatement(database.appDb, recipient.id, {})
  const records: Record<string, string | null>[] = []
  for await (const page of pages) {
    for (const line of page)
      records.push(Object.fromEntries(columns.map(({ header, read: cell }) => [header, cell(line)])))
  }
  expect(records).toMatchObject([
    {
      Type: 'Transfer received',
      'Coins (ET)': '1000',
      'Balance (ET)': '1000',
      'Value (USD)': '10',
      Name: 'Sena Sender',
      'Member ID': sender.memberId,
      Reason: null,
      Number: null,
    },
  ])
})

test('the lines of a long history are found by an index', async () => {
  const { id } = await createMember(database.ownerDb)
  await database.owner.query('SET enable_seqscan = off')
  const { rows } = await database.owner.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT FROM ledger.lines l WHERE l.user_id = $1 AND l.type IS NOT NULL AND l.created_at >= '2026-01-01'
        AND (l.created_at, l.version) < ((SELECT c.created_at FROM ledger.lines c WHERE c.user_id = $1 AND c.version = 5), 5)
      ORDER BY l.created_at DESC, l.version DESC LIMIT 21`,
    [id],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index .*Scan Backward using lines_by_time[\s\S]*Index Cond: .*ROW\(created_at, version\)/)
  expect(plan).not.toContain('Sort')
})
