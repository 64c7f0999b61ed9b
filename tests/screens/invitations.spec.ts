import type { Page } from '@playwright/test'
import { listAdministrators } from '../../contract/administrators.ts'
import { errors } from '../../contract/errors.ts'
import { createInvitation, listInvitations, revokeInvitation, type Invitation } from '../../contract/invitations.ts'
import { fieldTexts } from '../../contract/texts.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { listUsers } from '../../contract/users.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { anAdminProfile, onePage } from '../helpers/screen-data.ts'
import { anAdministrator } from '../helpers/screen-data/administrators.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const admin = anAdminProfile()

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, admin)
  answers.give(listUsers, onePage([admin]))
  answers.give(listAdministrators, onePage([anAdministrator(admin)]))
})

test(
  'Add User makes an invitation link for an administrator, shown once, and the list tells when it is used [ADMUSERS-07]',
  phone,
  async ({ page, context, answers }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const invitations = giveInvitations(answers)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Add User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add User' })
    await dialog.getByRole('tab', { name: 'Administrator' }).click()
    await expectAccessibleAtThisWidth(page)
    await dialog.getByRole('button', { name: 'Create invitation link' }).click()
    await expect(dialog.getByRole('group', { name: 'Duty' })).toHaveAccessibleDescription(fieldTexts.dutyNeeded)
    await dialog.getByRole('radio', { name: 'Auditor' }).check()
    await dialog.getByRole('button', { name: 'Create invitation link' }).click()
    // A question that is not answered leaves the form as it was, without a fault.
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(question).toContainText('the administrators themselves')
    await question.getByText('Cancel', { exact: true }).click()
    await expect(question).toHaveCount(0)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await expect(dialog.getByRole('radio', { name: 'Auditor' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Create invitation link' }).click()
    await confirm(page)
    await expect(dialog).toContainText('The invitation is made: Auditor.')
    await expect(dialog).toContainText('It is shown this once.')
    expect(answers.callsOf(createInvitation)[0]?.body).toEqual({ duty: 'auditor' })
    await expectAccessibleAtThisWidth(page)
    const link = await dialog.getByLabel('Invitation link').inputValue()
    // A link that was closed too early stays available until the administrator confirms the end.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog.getByLabel('Invitation link')).toHaveValue(link)
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(link)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog.getByRole('button', { name: 'Create invitation link' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Invitations' }).click()
    await expect(page).toHaveURL(/\/admin\/users\/invitations$/)
    const mine = rowOf(page, `Made by ${admin.full_name}`).first()
    await expect(mine.locator('[data-status=open]')).toHaveText('Open')
    await expect(mine).toContainText('Auditor')
    await expect(mine).toContainText(/2[34] h (\d+ m )?left|1 d left/)
    await expectAccessibleAtEveryWidth(page)
    expect(await page.content()).not.toContain(link.split('invitation=')[1])

    Object.assign(invitations[0] ?? {}, { status: 'used', used_by_name: 'Newly Invited' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(rowOf(page, 'Used by Newly Invited').locator('[data-status=used]')).toHaveText('Used')
  },
)

test('an invitation for an address is mailed to it; an invalid or taken address is reported at the field', async ({
  page,
  answers,
}) => {
  giveInvitations(answers)
  await page.goto('/admin/users/invitations')
  await page.getByRole('button', { name: 'Invite administrator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite administrator' })
  await dialog.getByRole('radio', { name: 'Support' }).check()
  const email = dialog.getByLabel('Email')
  await email.fill('nobody')
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await expect(email).toHaveAccessibleDescription(new RegExp(fieldTexts.adminEmail))
  await expect(email).toBeFocused()
  await expectAccessibleAtThisWidth(page)
  await email.fill(admin.email)
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await confirm(page)
  await expect(dialog.getByRole('alert')).toHaveText(errors.email_taken.message)
  await expect(email).toHaveValue(admin.email)
  await email.fill('Invited.One@example.org')
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await confirm(page)
  await expect(dialog).toContainText('The link was mailed to invited.one@example.org')
  await expect(dialog.getByLabel('Invitation link')).toHaveValue(/#invitation=/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'invited.one@example.org')).toBeVisible()
})

test('an open invitation is revoked after a question, and a closed one says so', async ({ page, answers }) => {
  const invitations = giveInvitations(
    answers,
    anInvitation({ email: 'later.revoked@example.org' }),
    anInvitation({ email: 'first.revoked@example.org' }),
  )
  await page.goto('/admin/users/invitations')
  const first = rowOf(page, 'first.revoked@example.org')
  await first.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke this invitation?' })
  await expect(dialog.getByRole('button', { name: 'Keep invitation' })).toBeFocused()
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await first.getByRole('button', { name: 'Revoke' }).press('Enter')
  await dialog.getByRole('button', { name: 'Revoke invitation' }).click()
  await confirm(page)
  await expectToast(page, 'Invitation Revoked')
  await expect(first.locator('[data-status=revoked]')).toHaveText('Revoked')
  await expect(first.getByRole('button')).toHaveCount(0)

  const later = rowOf(page, 'later.revoked@example.org')
  await later.getByRole('button', { name: 'Revoke' }).click()
  Object.assign(invitations[0] ?? {}, { status: 'revoked' })
  await dialog.getByRole('button', { name: 'Revoke invitation' }).click()
  await confirm(page)
  await expect(dialog.getByRole('alert')).toHaveText(errors.invitation_closed.message)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Update Failed')
  await expect(later.locator('[data-status=revoked]')).toBeVisible()
})

/** Confirms with the password that it is the owner. */
async function confirm(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
}

function rowOf(page: Page, text: string) {
  return page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: text })
}

function anInvitation(fields: Partial<Invitation> = {}): Invitation {
  return {
    id: crypto.randomUUID(),
    status: 'open',
    email: null,
    duty: 'owner',
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    created_by_name: admin.full_name,
    used_by_name: null,
    ...fields,
  }
}

/** Answers the invitations, of which the newest comes first, and changes of them. */
function giveInvitations(answers: Answers, ...invitations: Invitation[]): Invitation[] {
  answers.give(listInvitations, () => onePage(invitations))
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(createInvitation, ({ body: { email, duty } }) => {
    if (email === admin.email) throw new Refusal('email_taken', { field: 'email' })
    const invitation = anInvitation({ email: email?.toLowerCase() ?? null, duty })
    invitations.unshift(invitation)
    return { invitation, link: `${answers.url}/admin-signup#invitation=${crypto.randomUUID()}` }
  })
  answers.give(revokeInvitation, ({ params: { invitationId } }) => {
    const found = invitations.find(({ id }) => id === invitationId)
    if (found?.status !== 'open') throw new Refusal(found ? 'invitation_closed' : 'not_found')
    found.status = 'revoked'
    return {}
  })
  return invitations
}
