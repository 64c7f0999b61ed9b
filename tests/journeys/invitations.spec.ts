import type { Page } from '@playwright/test'
import { createInvitation, listInvitations, revokeInvitation } from '../../contract/invitations.ts'
import { errors } from '../../contract/errors.ts'
import { fieldTexts } from '../../contract/texts.ts'
import { call, createAdmin, useSession, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

let admin: Person

test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

test('Add User makes an invitation link for an administrator, shown once, by which one registers [ADMUSERS-07]', async ({
  page,
  context,
  browser,
}) => {
  // Slow, because it has three checks by axe and a registration.
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await dialog.getByRole('tab', { name: 'Administrator' }).click()
  await expectSoundLayer(page)
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await expect(dialog).toContainText('It is shown this once.')
  await expectSoundLayer(page)
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
  const mine = rowOf(page, `Made by ${admin.name}`).first()
  await expect(mine.locator('[data-status=open]')).toHaveText('Open')
  await expect(mine).toContainText(/2[34] h (\d+ m )?left|1 d left/)
  await expectSoundScreen(page)
  expect(await page.content()).not.toContain(link.split('invitation=')[1])

  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await stranger.getByLabel('Full name').fill('Newly Invited')
  await stranger.getByLabel('Email').fill('newly.invited@example.org')
  await stranger.getByLabel('Password', { exact: true }).fill(password)
  await stranger.getByLabel('Retype password').fill(password)
  await stranger.getByRole('button', { name: 'Create admin account' }).click()
  await expectToast(stranger, 'Admin Account Created!')
  await stranger.context().close()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(rowOf(page, 'Used by Newly Invited').locator('[data-status=used]')).toHaveText('Used')
})

test('an invitation for an address is mailed to it; a wrong or a taken address is said at the field', async ({
  page,
  server,
}) => {
  await page.goto('/admin/users/invitations')
  await page.getByRole('button', { name: 'Invite administrator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite administrator' })
  const email = dialog.getByLabel('Email')
  await email.fill('nobody')
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await expect(email).toHaveAccessibleDescription(new RegExp(fieldTexts.adminEmail))
  await expect(email).toBeFocused()
  await expectSoundLayer(page)
  await email.fill(admin.email)
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(errors.email_taken.message)
  await expect(email).toHaveValue(admin.email)
  await email.fill('Invited.One@example.org')
  await dialog.getByRole('button', { name: 'Create invitation link' }).click()
  await expect(dialog).toContainText('The link was mailed to invited.one@example.org')
  const link = await dialog.getByLabel('Invitation link').inputValue()
  expect((await server.mailTo('invited.one@example.org')).links).toContain(link)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'invited.one@example.org')).toBeVisible()
})

test('an open invitation is revoked after a question; one that is closed already says so', async ({ page }) => {
  const emails = ['first.revoked@example.org', 'later.revoked@example.org']
  for (const email of emails) await call(admin, createInvitation, { body: { email } })
  await page.goto('/admin/users/invitations')
  const first = rowOf(page, 'first.revoked@example.org')
  await first.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Revoke this invitation?' })
  await expect(dialog.getByRole('button', { name: 'Keep invitation' })).toBeFocused()
  await expectSoundLayer(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await first.getByRole('button', { name: 'Revoke' }).press('Enter')
  await dialog.getByRole('button', { name: 'Revoke invitation' }).click()
  await expectToast(page, 'Invitation Revoked')
  await expect(first.locator('[data-status=revoked]')).toHaveText('Revoked')
  await expect(first.getByRole('button')).toHaveCount(0)

  const later = rowOf(page, 'later.revoked@example.org')
  await later.getByRole('button', { name: 'Revoke' }).click()
  const { items } = await call(admin, listInvitations, { query: {} })
  const { id: invitationId } = items.find(({ email }) => email === 'later.revoked@example.org') ?? { id: '' }
  await call(admin, revokeInvitation, { params: { invitationId } })
  await dialog.getByRole('button', { name: 'Revoke invitation' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(errors.invitation_closed.message)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Update Failed')
  await expect(later.locator('[data-status=revoked]')).toBeVisible()
})

function rowOf(page: Page, text: string) {
  return page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: text })
}
