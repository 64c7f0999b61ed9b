import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exportPayouts,
  failPayout,
  getPayout,
  getPayoutTotals,
  listPayouts,
  recordPayouts,
} from '../../../contract/payouts.ts'
import type { PayoutLine } from '../../../contract/payouts.ts'
import { saveMailPreferences, stopMails } from '../../../contract/mail-preferences.ts'
import type { CallInput } from '../../../contract/operation.ts'
import type { Duty } from '../../../contract/roles.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import { getRequest, listRequests } from '../../../contract/requests.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  publicUrl,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { expectNoViolations } from '../../../tests/helpers/ledger.ts'
import { createPayout, readPayoutHistory, type PayoutFixture } from '../../../tests/helpers/payouts.ts'
import { callProven, readMailSubjects, requestProof } from '../../../tests/helpers/two-factor.ts'
import { makeStrangeHash } from '../../../tests/helpers/watched-chain.ts'
import { openKeptMails } from '../../platform/mail/kept-mails.ts'

let site: TestApp
let admin: Person
let member: Person
beforeAll(async () => {
  site = await createTestApp()
  admin = await createAdmin(site)
  member = await createMember(site)
  await site.database.owner.query('UPDATE profiles SET wallet_address = $1 WHERE id = $2', [
    'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    member.userId,
  ])
})
afterAll(async () => {
  await expectNoViolations(site.database)
  await site.close()
})

const due = (extra: { address?: string; userId?: string } = {}) => createPayout(site.database, admin.userId, extra)
const ofMember = () => due({ userId: member.userId })
const record = async (lines: PayoutLine[], { as = admin, key = randomUUID() } = {}) =>
  call(site, recordPayouts, { body: { lines } }, { cookie: as.cookie, key })
const readDetails = async ({ userId, requestId }: PayoutFixture) =>
  (await call(site, getPayout, { params: { userId, requestId } }, { cookie: admin.cookie })).body
const numberOf = async (payout: PayoutFixture) => (await readDetails(payout)).payout.number
const fail = async (failure: CallInput<typeof failPayout>) =>
  callProven(site, admin, failPayout, failure, { 'idempotency-key': randomUUID() })
async function saveFile(person: Person, query: Record<string, string>) {
  const proof = await requestProof(site, person, exportPayouts, { query })
  const headers = { cookie: person.cookie, origin: publicUrl, [stepUpHeader]: proof }
  const { statusCode: status, body } = await site.app.inject({ method: 'GET', url: exportPayouts.path, query, headers })
  return { status, lines: body.slice(1).trimEnd().split('\r\n') }
}
const readTotals = async () => (await call(site, getPayoutTotals, {}, { cookie: admin.cookie })).body
const list = async (query: object, as = admin) => call(site, listPayouts, { query }, { cookie: as.cookie })

test('each line of a list is judged alone, by number or by address, and none is lost', async () => {
  const [first, second, third] = [await due(), await due({ address: `T${randomUUID()}` }), await due()]
  const [one, two] = [makeStrangeHash(), makeStrangeHash()]
  const { body } = await record([
    { reference: (await numberOf(first)).toLowerCase(), hash: one, address: first.address },
    { reference: 'W-0000-00', hash: two },
    { reference: second.address, hash: `0x${two}` },
    { reference: await numberOf(third), hash: 'no hash' },
    { reference: await numberOf(third), hash: two, address: 'T-elsewhere' },
    { reference: await numberOf(first), hash: one },
  ])
  expect(body.lines.map(({ outcome, payout }) => [outcome, payout?.request_id, payout?.state])).toEqual([
    ['recorded', first.requestId, 'sent'],
    ['payout_unknown', undefined, undefined],
    ['recorded', second.requestId, 'sent'],
    ['payout_hash_not_valid', third.requestId, 'to_pay'],
    ['payout_address_differs', third.requestId, 'to_pay'],
    ['unchanged', first.requestId, 'sent'],
  ])
  expect((await readDetails(first)).payout).toMatchObject({ hash: one, check: 'not_checked', finding: null })
})

test('an address to which two payouts are due names none of them, and the same list again changes nothing', async () => {
  const address = `T${randomUUID()}`
  const [one, other] = [await due({ address }), await due({ address })]
  const hash = makeStrangeHash()
  expect((await record([{ reference: address, hash }])).body.lines[0]?.outcome).toBe('payout_ambiguous')
  expect((await record([{ reference: await numberOf(one), hash }])).body.lines[0]?.outcome).toBe('recorded')
  expect((await record([{ reference: address, hash }])).body.lines[0]).toMatchObject({ outcome: 'unchanged' })
  expect(await readPayoutHistory(site.database, other)).toEqual([])
})

test('a repeated call gets the first answer, and neither history nor mails grow', async () => {
  const payout = await ofMember()
  const lines = [{ reference: await numberOf(payout), hash: makeStrangeHash() }]
  const key = randomUUID()
  const answers = await Promise.all([record(lines, { key }), record(lines, { key })])
  expect(answers[1].body).toEqual(answers[0].body)
  expect((await record(lines, { key })).body).toEqual(answers[0].body)
  expect(await readPayoutHistory(site.database, payout)).toEqual(['sent'])
  const subject = `Your withdrawal ${await numberOf(payout)} was sent`
  expect((await readMailSubjects(site, member)).filter((text) => text === subject)).toHaveLength(1)
})

test('the member reads the payment on the request, and gets a mail when it was sent and when it failed', async () => {
  const payout = await ofMember()
  const { userId, requestId } = payout
  const read = async () => {
    const answer = await call(site, getRequest, { params: { userId, requestId } }, { cookie: member.cookie })
    return answer.body.kind === 'withdrawal' ? answer.body.payout : undefined
  }
  expect(await read()).toMatchObject({ state: 'to_pay', hash: null, failures: 0 })
  const hash = makeStrangeHash()
  const number = await numberOf(payout)
  await record([{ reference: number, hash }])
  expect(await read()).toMatchObject({ state: 'sent', hash })
  const failure = { params: { userId, requestId }, body: { hash, reason: 'The wallet ran out of energy' } }
  expect((await fail(failure)).status).toBe(200)
  expect(await read()).toMatchObject({ state: 'to_pay', hash: null, failures: 1 })
  const subjects = await readMailSubjects(site, member)
  expect(subjects).toEqual(
    expect.arrayContaining([`Your withdrawal ${number} was sent`, `The payment of your withdrawal ${number} failed`]),
  )
  const again = await fail(failure)
  expect([again.status, again.body.code]).toEqual([409, 'payout_changed'])
  const { items } = (await call(site, listRequests, { query: {} }, { cookie: member.cookie })).body
  expect(items.find(({ id }) => id === requestId)).toMatchObject({ payout: { failures: 1 } })
})

test('the history names who did what, and the reason of a failure', async () => {
  const payout = await due()
  const hash = makeStrangeHash()
  await record([{ reference: await numberOf(payout), hash }])
  const { userId, requestId } = payout
  const failure = { params: { userId, requestId }, body: { hash, reason: 'Wrong network' } }
  await fail(failure)
  const { events } = await readDetails(payout)
  expect(events.map(({ action, actor_name: name, detail }) => [action, name !== null, detail])).toEqual([
    ['failed', true, 'Wrong network'],
    ['sent', true, null],
  ])
})

test('the totals are those of the lists, and the lists end where they say', async () => {
  const payouts = [await due(), await due(), await due()]
  const before = await readTotals()
  await record([{ reference: await numberOf(payouts[0] as PayoutFixture), hash: makeStrangeHash() }])
  const totals = await readTotals()
  expect(totals.to_pay.count - before.to_pay.count).toBe(-1)
  expect(Number(totals.to_pay.usdt) - Number(before.to_pay.usdt)).toBe(-20)
  expect(totals.sent.count - before.sent.count).toBe(1)
  expect(totals).toMatchObject({ is_watched: false, flagged: { count: 0 }, confirmed: { count: 0 } })
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const { body } = await list({ list: 'to_pay', limit: 2, ...(cursor && { cursor }) })
    seen.push(...body.items.map(({ request_id: id }) => id))
    cursor = body.next_cursor
  } while (cursor)
  expect(seen.length).toBe(totals.to_pay.count)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.slice(-2)).toEqual(payouts.slice(1).map(({ requestId }) => requestId))
  expect((await list({ cursor: 'x' })).body.code).toBe('invalid_request')
})

test('the file for the wallet has address, exact amount and number, and no payout that is stopped', async () => {
  const [plain, formula, stopped] = [await due(), await due({ address: '=1+1' }), await due()]
  await site.database.app.query('select ledger.stop_outgoing($1, null)', [stopped.userId])
  const numbers = [await numberOf(plain), await numberOf(formula), await numberOf(stopped)]
  const query = { numbers: numbers.join(',') }
  expect((await call(site, exportPayouts, { query }, { cookie: admin.cookie })).status).toBe(401)
  expect((await saveFile(admin, query)).lines).toEqual([
    'Address,Amount (USDT),Number',
    `${plain.address},20,${numbers[0]}`,
    `'=1+1,20,${numbers[1]}`,
  ])
  const { items } = (await list({ list: 'to_pay', limit: 100 })).body
  expect(items.find(({ request_id: id }) => id === stopped.requestId)?.is_stopped).toBe(true)
})

test.each<[Duty, number, number, number]>([
  ['owner', 200, 200, 200],
  ['approver', 200, 200, 200],
  ['support', 200, 403, 403],
  ['auditor', 200, 403, 200],
])('an %s reads %i, records %i and exports %i', async (duty, reads, records, exports) => {
  const person = await createAdmin(site, 'Noor Haddad', duty)
  const payout = await due()
  expect((await list({}, person)).status).toBe(reads)
  const lines = [{ reference: await numberOf(payout), hash: makeStrangeHash() }]
  expect((await record(lines, { as: person })).status).toBe(records)
  expect((await saveFile(person, {})).status).toBe(exports)
})

test('the mail of a sent payment has a link that ends such mails; the mail of a failed one always comes, without a link', async () => {
  const readMails = async () => {
    const all = await openKeptMails(site.deps.mailFolder ?? '').list()
    return all.filter(({ to }) => to === member.email)
  }
  const mailOf = async (payout: PayoutFixture, word: string) => {
    const number = await numberOf(payout)
    return (await readMails()).find(({ subject }) => subject.includes(number) && subject.endsWith(word))
  }
  const [first, second] = [await ofMember(), await ofMember()]
  await record([{ reference: await numberOf(first), hash: makeStrangeHash() }])
  const token = /\/unsubscribe#token=([\w-]+)/.exec((await mailOf(first, 'sent'))?.text ?? '')?.[1] ?? ''
  expect((await call(site, stopMails, { body: { token } })).body).toEqual({ group: 'payouts' })
  const hash = makeStrangeHash()
  await record([{ reference: await numberOf(second), hash }])
  const { userId, requestId } = second
  const body = { hash, reason: 'The wallet ran out of energy' }
  expect((await fail({ params: { userId, requestId }, body })).status).toBe(200)
  expect(await mailOf(second, 'sent')).toBeUndefined()
  expect((await mailOf(second, 'failed'))?.text).not.toContain('/unsubscribe')
  await call(site, saveMailPreferences, { body: { payouts: true } }, member)
})
