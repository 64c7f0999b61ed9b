import { errors } from '../../contract/errors.ts'
import type { ApprovalOutlook } from '../../contract/outlook.ts'
import { decideChange, listProposedChanges, type ProposedChange } from '../../contract/proposed-changes.ts'
import { decideRequest, type TransferRequest } from '../../contract/requests.ts'
import { countSecondApprovals, listWaitingRequests } from '../../contract/second-approvals.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { approveButton } from '../helpers/approvals-page.ts'
import { anAdminProfile, aProfile, aTransfer } from '../helpers/screen-data.ts'
import { anOutlook, giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth, expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const desk = '/admin/second-approvals'
const id = '01a20a82-8516-78a5-9832-a7b04df3ed83'
const waiting: ProposedChange = {
  id,
  kind: 'settings',
  subject: null,
  before: { et_rate: '0.01' },
  after: { et_rate: '0.02' },
  reason: null,
  proposer: { id, full_name: 'Grace Hopper' },
  created_at: '2026-01-02T03:04:05.000Z',
  expires_at: '2026-01-09T03:04:05.000Z',
  ready_at: null,
  may_approve: true,
}
const single = { scope: 'single', over_usd: '10000', before_usd: '0' } as const
const first = { full_name: 'Grace Hopper', is_own: false, created_at: '2026-01-02T03:04:05.000Z' }
let great: TransferRequest

test.beforeEach(async ({ page, answers }) => {
  great = aTransfer(aProfile({ full_name: 'Kofi Mensah' }), aProfile({ full_name: 'Ama Osei' }))
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(listWaitingRequests, { items: [], has_more: false })
})

const sentences: [name: string, outlook: Partial<ApprovalOutlook>, notice: string, button: string | null][] = [
  ['one is enough', {}, 'You can decide this alone.', 'Approve'],
  [
    'the worth is great',
    { need: 'second', rule: single },
    'Needs a second administrator. It is worth $12,300.00, which is over $10,000.00.',
    'Give the first approval',
  ],
  [
    'the day is full',
    { need: 'second', rule: { scope: 'by_administrator_24h', over_usd: '25000', before_usd: '25000' } },
    'You have decided $25,000.00 alone in the last 24 hours. With $12,300.00 more it would be over $25,000.00.',
    'Give the first approval',
  ],
  [
    'there is no other one',
    { need: 'delay', rule: single, ready_at: '2100-01-01T00:00:00.000Z' },
    'No other administrator can approve it. Your approval is noted now, all owners get a mail',
    'Give the first approval',
  ],
  ['another one was first', { need: 'completes', first }, 'Your approval completes it.', 'Complete the approval'],
  [
    'the approval was given',
    { need: 'given', rule: single, first: { ...first, is_own: true } },
    'Another administrator must approve it, too.',
    'Approve',
  ],
  ['a rule holds it', { need: 'held', rule: single, ready_at: '2100-01-01T00:00:00.000Z' }, 'Held until', 'Approve'],
  ['it would pay the administrator', { need: 'beneficiary' }, 'Another administrator decides this.', null],
]

for (const [name, fields, notice, button] of sentences) {
  test(`an approval says before the click what it needs: ${name}`, async ({ page, answers }) => {
    giveApprovals(answers, [great], () => ({ outlook: anOutlook({ worth_usd: '12300', ...fields }) }))
    await page.goto('/admin/transfer-approvals')
    await expect(page.getByRole('main')).toContainText(notice)
    if (button === null) {
      await expect(page.getByRole('button', { name: 'Reject' })).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText('You would get coins by it, so another administrator decides.')
      return
    }
    const approve = page.getByRole('button', { name: button, exact: true })
    const isBlocked = fields.need === 'given' || fields.need === 'held'
    if (isBlocked) return expect(approve).toHaveAttribute('aria-disabled', 'true')
    await approve.click()
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
    await expect(dialog).toContainText(notice)
    await expect(dialog.getByRole('button', { name: button === 'Approve' ? 'Confirm Approval' : button })).toBeVisible()
    await expectAccessibleAtThisWidth(page)
  })
}

test('a refusal that comes after all is shown, and the page then says what is needed now', async ({
  page,
  answers,
}) => {
  let outlook = anOutlook({ worth_usd: '12300' })
  giveApprovals(answers, [great], () => ({ outlook }))
  answers.give(decideRequest, () => {
    outlook = anOutlook({ worth_usd: '12300', need: 'given', first: { ...first, is_own: true } })
    throw new Refusal('approval_given_already')
  })
  await page.goto('/admin/transfer-approvals')
  await approveButton(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
  await expect(dialog.getByRole('alert')).toContainText(errors.approval_given_already.message)
  await expect(dialog).toContainText('Another administrator must approve it, too.')
})

test('the desk shows who approved first, leads to the evidence, and rejects with a reason', async ({
  page,
  answers,
}) => {
  let items = [{ request: great, outlook: anOutlook({ need: 'completes', worth_usd: '12300', first }) }]
  giveApprovals(answers, [great], () => ({ outlook: items[0]?.outlook ?? null }))
  answers.give(listWaitingRequests, () => ({ items, has_more: false }))
  answers.give(countSecondApprovals, () => ({ requests: items.length, changes: 0 }))
  await page.goto(desk)
  const main = page.getByRole('main')
  await expect(main).toContainText('First approved by Grace Hopper')
  await expect(main).toContainText('Worth $12,300.00')
  await expect(page.getByRole('link', { name: /^Second Approvals/ })).toContainText('1')
  await expect(main).toContainText('No change waits for a second person.')
  await expectAccessibleAtEveryWidth(page)
  await main.getByRole('link', { name: /^Check and complete/ }).click()
  await expect(page.getByRole('button', { name: 'Complete the approval' })).toBeVisible()
  await page.goBack()
  answers.give(decideRequest, () => {
    items = []
    return { ...great, status: 'rejected' as const }
  })
  await main.getByRole('button', { name: /^Reject/ }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await dialog.getByLabel('Reason', { exact: true }).fill('Not agreed')
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(main).toContainText('No request waits for a second administrator.')
})

test('a request that another administrator decided meanwhile says so, and leaves the desk', async ({
  page,
  answers,
}) => {
  let items = [{ request: great, outlook: anOutlook({ need: 'completes', worth_usd: '12300', first }) }]
  const approvals = giveApprovals(answers, [great])
  answers.give(listWaitingRequests, () => ({ items, has_more: false }))
  await page.goto(desk)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reject/ })
    .click()
  approvals.decide(great, 'approved', { decided_by_name: 'Noor Haddad' })
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await dialog.getByLabel('Reason', { exact: true }).fill('Not agreed')
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(dialog.getByRole('alert')).toContainText(errors.already_processed.message)
  await expect(dialog.getByRole('alert')).toContainText('Noor Haddad')
  items = []
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main')).toContainText('No request waits for a second administrator.')
})

for (const duty of ['support', 'auditor'] as const) {
  test(`an administrator with the duty ${duty} reads the desk without buttons`, async ({ page, answers }) => {
    await readAsAdmin(page, answers, anAdminProfile({ duty }))
    const outlook = anOutlook({ need: 'completes', worth_usd: '12300', first })
    answers.give(listWaitingRequests, { items: [{ request: great, outlook }], has_more: false })
    answers.give(listProposedChanges, { items: [{ ...waiting, may_approve: false }] })
    await page.goto(desk)
    const main = page.getByRole('main')
    await expect(main).toContainText('First approved by Grace Hopper')
    await expect(main).toContainText('It waits for a second administrator.')
    await expect(main.getByRole('heading', { name: 'Change of the settings' })).toHaveCount(duty === 'auditor' ? 1 : 0)
    await expect(main.getByRole('button')).toHaveCount(0)
    await expect(main.getByRole('link', { name: /^Open in the queue/ })).toBeVisible()
  })
}

test('the desk says that it could not be read, and reads again', async ({ page, answers }) => {
  answers.give(listWaitingRequests, () => {
    throw new Refusal('internal_error')
  })
  await page.goto(desk)
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  answers.give(listWaitingRequests, { items: [], has_more: false })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main')).toContainText('No request waits for a second administrator.')
})

test('an owner sees what waits with its values, and approves it with a proof', async ({ page, answers }) => {
  let items = [waiting]
  answers.give(listProposedChanges, () => ({ items }))
  answers.give(decideChange, () => {
    items = []
    return {}
  })
  await page.goto(desk)
  const card = page.getByRole('main')
  const heading = card.getByRole('heading', { name: 'Change of the settings' })
  await expect(heading).toBeVisible()
  await expect(card).toContainText('Grace Hopper asked for it')
  await expect(card).toContainText('Another owner can approve it until')
  await expectAccessibleAtEveryWidth(page)
  await card.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('alertdialog', { name: 'Approve this change?' })
  await expect(question).toContainText('0.02')
  await question.getByRole('button', { name: 'Approve' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'The change has taken effect.')
  await expect(heading).toHaveCount(0)
  expect(answers.callsOf(decideChange)).toMatchObject([{ params: { changeId: id }, body: { decision: 'approved' } }])
})

test('an owner who proposed a change can only withdraw it', async ({ page, answers }) => {
  answers.give(listProposedChanges, {
    items: [{ ...waiting, may_approve: false, ready_at: '2026-01-03T03:04:05.000Z' }],
  })
  await page.goto(desk)
  const card = page.getByRole('main')
  await expect(card).toContainText('There is no other owner')
  await expect(card.getByRole('button', { name: 'Decline or withdraw' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

test('the person whom a change is about is a link, because two people may have the same name', async ({
  page,
  answers,
}) => {
  const change = {
    kind: 'adjustment',
    subject: { id, full_name: 'Kofi Mensah' },
    before: null,
    reason: 'Agreed',
  } as const
  answers.give(listProposedChanges, { items: [{ ...waiting, ...change, after: { coins: '2000000' } }] })
  await page.goto(desk)
  await expectAccessibleAtEveryWidth(page)
  await expect(page.getByRole('link', { name: 'Kofi Mensah' })).toHaveAttribute('href', `/admin/users/${id}`)
})
