import { randomUUID } from 'node:crypto'
import { addAdminNote, listAdminNotes } from '../../contract/admin-notes.ts'
import { getRequest, listRequests, type BuyRequest } from '../../contract/requests.ts'
import { askForSlip, replaceSlip } from '../../contract/slip-requests.ts'
import { listSavedReplies } from '../../contract/saved-replies.ts'
import { uploadFile } from '../../contract/uploads.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { errors } from '../../contract/errors.ts'
import { buysOf, depositApprovals, requesterHeading } from '../helpers/approvals-page.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { aBuy, aProfile, onePage } from '../helpers/screen-data.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { slipPicture } from '../helpers/screens.ts'

const noon = '2026-03-10T12:00:00.000Z'
const phone = { tag: '@phone' }
const reason = 'The amount cannot be read.'

test(
  'a member reads why another slip is needed, sends it, and keeps both through a refusal',
  phone,
  async ({ page, answers }) => {
    const member = aProfile()
    await readAsMember(page, answers, member)
    let request: BuyRequest = aBuy(member, { slip_asked_at: noon, slip_reason: reason, transaction_hash: 'abcdef123' })
    answers.give(listRequests, () => onePage([request]))
    answers.give(getRequest, () => request)
    const uploadId = randomUUID()
    answers.give(uploadFile, () => ({
      id: uploadId,
      path: `${member.id}/1741608000001.png`,
      mime_type: 'image/png' as const,
      size_bytes: 20_000,
      created_at: noon,
    }))
    answers.give(replaceSlip, () => {
      throw new Refusal('slip_approved_already')
    })
    await page.goto(`/dashboard/activity?request=${request.id}`)
    const part = page.getByRole('region', { name: 'Clearer picture of the slip' })
    await expect(part.getByRole('blockquote')).toHaveText(reason)
    const send = part.getByRole('button', { name: 'Send the new slip' })
    await send.click()
    await expect(part).toContainText(errors.slip_unchanged.message)
    await part.locator('input[type=file]').setInputFiles(await slipPicture())
    await expect(part).toContainText('Slip uploaded.')
    await part.getByLabel('Transaction hash').fill('abcdef124')
    await send.click()
    await expect(part.getByRole('alert')).toHaveText(errors.slip_approved_already.message)
    await expect(part.getByLabel('Transaction hash')).toHaveValue('abcdef124')
    await expectAccessibleAtEveryWidth(page)
    answers.give(replaceSlip, ({ body }) => {
      request = {
        ...request,
        payment_proof_id: body.payment_proof_id ?? null,
        slip_revision: 1,
        slip_asked_at: null,
        slip_reason: null,
      }
      return request
    })
    await send.click()
    await expect(part).toContainText('Your new slip has arrived.')
    await expect(part).toBeFocused()
    expect(answers.callsOf(replaceSlip).at(-1)).toMatchObject({
      body: { payment_proof_id: uploadId, transaction_hash: 'abcdef124' },
    })
  },
)

test('a hash that is typed during the upload stays', async ({ page, answers }) => {
  const member = aProfile()
  await readAsMember(page, answers, member)
  const request = aBuy(member, { slip_asked_at: noon, slip_reason: reason, transaction_hash: 'abcdef123' })
  answers.give(listRequests, onePage([request]))
  answers.give(getRequest, request)
  const upload = Promise.withResolvers<void>()
  answers.give(uploadFile, async () => {
    await upload.promise
    const path = `${member.id}/1741608000001.png`
    return { id: randomUUID(), path, mime_type: 'image/png' as const, size_bytes: 20_000, created_at: noon }
  })
  await page.goto(`/dashboard/activity?request=${request.id}`)
  const part = page.getByRole('region', { name: 'Clearer picture of the slip' })
  await part.locator('input[type=file]').setInputFiles(await slipPicture())
  await part.getByLabel('Transaction hash').fill('abcdef999')
  upload.resolve()
  await expect(part).toContainText('Slip uploaded.')
  await expect(part.getByLabel('Transaction hash')).toHaveValue('abcdef999')
})

test('an administrator asks for a slip with a picked reason or a saved text, and sees who waits', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers)
  const [first, second] = buysOf('Ama One', 'Ama Two')
  giveApprovals(answers, [first, second])
  answers.give(listSavedReplies, {
    items: [
      { id: randomUUID(), purpose: 'slip', title: 'Whole screen', content: 'Please show the whole screen.' },
      { id: randomUUID(), purpose: 'chat', title: 'Hello', content: 'Hello' },
    ],
  })
  answers.give(askForSlip, ({ body }) => {
    Object.assign(first, { slip_asked_at: noon, slip_reason: body.reason })
    answers.announce('requests')
    return first
  })
  await page.goto(depositApprovals)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for a clearer slip' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Ask for a clearer slip' })
  const box = dialog.getByLabel('Reason')
  await dialog.getByRole('button', { name: 'The picture is too blurred to read.' }).click()
  await expect(box).toHaveValue('The picture is too blurred to read.')
  await box.fill('/')
  await expect(dialog.getByRole('listbox')).toBeVisible()
  await box.press('Escape')
  await expect(dialog.getByRole('listbox')).toHaveCount(0)
  await expect(box).toBeFocused()
  await box.fill('/who')
  await expect(dialog.getByRole('option')).toHaveText(/Whole screen/)
  await box.press('Enter')
  await expect(box).toHaveValue('Please show the whole screen.')
  await dialog.getByRole('button', { name: 'Ask the member' }).click()
  await expect(page.getByText('The member is asked for a clearer slip.')).toBeVisible()
  expect(answers.callsOf(askForSlip)).toMatchObject([
    { body: { reason: 'Please show the whole screen.', slip_revision: 0 } },
  ])
  await page.getByRole('button', { name: 'Waiting for member' }).click()
  await expect(page).toHaveURL(/waits=member/)
  await expect(page.getByRole('list', { name: /Pending buy requests/ }).getByRole('listitem')).toHaveText([/Ama One/])
  await expectAccessibleAtEveryWidth(page)
})

test('notes of administrators stand beside a request, and a refused one keeps its text', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  const [first] = buysOf('Ama One')
  giveApprovals(answers, [first])
  const note = (content: string, isAbout: boolean) => ({
    id: randomUUID(),
    author_name: 'Ines Carvalho',
    request: isAbout ? { id: first.id, kind: first.kind, number: first.number } : null,
    content,
    created_at: noon,
  })
  const notes = [note('Paid from an exchange.', true), note('Prefers mails.', false)]
  answers.give(listAdminNotes, ({ query }) =>
    onePage(notes.filter(({ request }) => query.request_id === undefined || request?.id === query.request_id)),
  )
  answers.give(addAdminNote, () => {
    throw new Refusal('not_found')
  })
  await page.goto(depositApprovals)
  const part = page.getByRole('region', { name: 'Notes of administrators' })
  await expect(part.getByRole('list', { name: 'About this request' })).toHaveText(/Paid from an exchange/)
  await expect(part.getByRole('list', { name: 'About the member' })).toHaveText(/^Prefers mails/)
  const box = part.getByLabel('New note about this request')
  await box.fill('Called him.')
  await part.getByRole('button', { name: 'Add note' }).click()
  await expect(part.getByRole('alert')).toHaveText(errors.not_found.message)
  await expect(box).toHaveValue('Called him.')
  answers.give(addAdminNote, ({ body }) => {
    const added = note(body.content, true)
    notes.unshift(added)
    return added
  })
  await part.getByRole('button', { name: 'Add note' }).click()
  await expect(part.getByRole('list', { name: 'About this request' })).toHaveText(/Called him/)
  await expect(box).toHaveValue('')
})
