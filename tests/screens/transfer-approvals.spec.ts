import { errors } from '../../contract/errors.ts'
import { listQueue } from '../../contract/queue.ts'
import { decideRequest, type Request, type TransferRequest } from '../../contract/requests.ts'
import { emptyTexts, toasts } from '../../contract/texts.ts'
import { approveButton, requesterHeading } from '../helpers/approvals-page.ts'
import { aProfile, aTransfer } from '../helpers/screen-data.ts'
import { anEffect, aReview, balances, giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const desk = '/admin/transfer-approvals'
const kofi = aProfile({ full_name: 'Kofi Mensah', email: 'kofi@example.org', member_id: 'ET-8Q2X51' })
const ama = aProfile({ full_name: 'Ama Osei', email: 'ama@example.org', member_id: 'ET-2C9R70' })
const bea = aProfile({ full_name: 'Bea Two' })

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

test('a transfer shows both people with their balances before and after, and marks the first transfer between them; then the queue is empty [ADMTR-01] [ADMTR-02] [EMPTY-07] [REQ-06] [REQ-07]', async ({
  page,
  answers,
}) => {
  const [first, second] = [transferTo(ama, '2000'), transferTo(ama, '1000')]
  giveApprovals(answers, [first, second], (request) => ({
    effects:
      request.id === first.id
        ? [
            anEffect(request, balances(['24500', '3000'], ['24500', '1000'])),
            effectOn(ama, request, ['27500', '0'], ['29500', '0']),
          ]
        : [
            anEffect(request, balances(['24500', '1000'], ['24500', '0'])),
            effectOn(ama, request, ['29500', '0'], ['30500', '0']),
          ],
    is_first_transfer: request.id === first.id,
  }))
  await page.goto(desk)
  const sender = page.getByRole('article', { name: 'Sender' })
  const recipient = page.getByRole('article', { name: 'Recipient' })
  for (const fact of ['Kofi Mensah', 'ET-8Q2X51', 'kofi@example.org']) await expect(sender).toContainText(fact)
  await expect(sender.getByText(/^Locked/).locator('..')).toContainText('3,000 →becomes 1,000')
  await expect(recipient).toContainText('Ama Osei')
  await expect(recipient.getByText(/^Total/).locator('..')).toContainText('27,500 →becomes 29,500')
  await expect(page.getByText('This is the first transfer between these two.')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
  const asked = answers.callsOf(listQueue).length
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => answers.callsOf(listQueue).length).toBeGreaterThan(asked)
  for (const request of [first, second]) {
    await approveButton(page).click()
    const dialog = page.getByRole('alertdialog', { name: 'Confirm Action' })
    await expect(dialog).toContainText(request === first ? 'Transfer 2,000\u00a0ET' : 'Transfer 1,000\u00a0ET')
    await expect(dialog).toContainText('to Ama Osei, ET-2C9R70')
    await dialog.getByRole('button', { name: 'Confirm Approval' }).click()
    await expectToast(page, toasts.requestApproved)
    await expect(dialog).toHaveCount(0)
    if (request === first) await expect(page.getByText('This is the first transfer between these two.')).toHaveCount(0)
  }
  await expect(page.getByText(emptyTexts.noTransferRequests)).toBeVisible()
  const approvalOf = ({ id }: TransferRequest) => ({
    params: { userId: kofi.id, requestId: id },
    body: { status: 'approved' },
  })
  expect(answers.callsOf(decideRequest)).toMatchObject([approvalOf(first), approvalOf(second)])
})

test('a transfer to a recipient who is no longer active can only be rejected', async ({ page, answers }) => {
  const toAma = transferTo(ama, '1000')
  const fromBea = aTransfer(bea, kofi, { amount_coins: '1000' })
  giveApprovals(answers, [toAma, fromBea], (request) => {
    const { member } = aReview(request)
    return request.id === toAma.id
      ? {
          effects: [
            anEffect(request),
            { ...effectOn(ama, request, ['27500', '0'], ['28500', '0']), status: 'Suspended' },
          ],
        }
      : {
          member: { ...member, status: 'Suspended' },
          effects: [
            anEffect(request, { status: 'Suspended' }),
            effectOn(kofi, request, ['27500', '0'], ['28500', '0']),
          ],
          warnings: ['owner_not_active'],
        }
  })
  await page.goto(desk)
  const approve = approveButton(page)
  await expect(approve).toBeDisabled()
  await expect(approve).toHaveAccessibleDescription(errors.recipient_not_active.message)
  await expect(page.getByRole('article', { name: 'Recipient' })).toContainText('Suspended')
  await expect(page.getByText('This account is suspended.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('button', { name: 'The recipient’s account is not active.' }).click()
  await page.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expectToast(page, toasts.requestRejected)
  // The page warns that the member has been suspended since the request.
  await expect(requesterHeading(page, 'Bea Two')).toBeVisible()
  await expect(page.getByText('This account is suspended.')).toBeVisible()
  await expect(approve).toBeEnabled()
})

function transferTo(recipient: typeof ama, coins: string): TransferRequest {
  // Administrators also read the email address of the recipient.
  const person = { full_name: recipient.full_name, email: recipient.email, member_id: recipient.member_id ?? '' }
  return aTransfer(kofi, recipient, { amount_coins: coins, recipient_profile: person })
}

function effectOn(person: typeof ama, request: Request, ...figures: Parameters<typeof balances>) {
  const { id, full_name, member_id } = person
  const who = { user_id: id, full_name, member_id: member_id ?? '', role: 'recipient' } as const
  return anEffect(request, { ...who, ...balances(...figures) })
}
