import type { Page } from '@playwright/test'
import { createAdmin, createMember, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { addVirtualAuthenticator } from '../helpers/virtual-authenticator.ts'

/** Adds a passkey with the password as proof, and keeps the recovery codes. */
async function addPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByLabel('Name').fill('Test device')
  await naming.getByRole('button', { name: 'Create passkey' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await codes.getByLabel('I have saved them').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expectToast(page, 'Passkey added')
}

test('a member adds a passkey, signs in with it alone and beside the password, and proves a call with it', async ({
  page,
  server,
}) => {
  const member = await createMember(server)
  await addVirtualAuthenticator(page)
  await signInBrowser(page, member)
  await page.goto('/dashboard/profile#security')
  await addPasskey(page)
  const passkeys = page.getByRole('list', { name: 'Your passkeys' })
  await expect(passkeys).toContainText('Test device')

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Remove the passkey Test device' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expectToast(page, 'Passkey removed')
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.')
})

test('an administrator adds a passkey and signs in with it', async ({ page, server }) => {
  const admin = await createAdmin(server)
  await addVirtualAuthenticator(page)
  await signInBrowser(page, admin)
  await page.goto('/admin/security')
  await addPasskey(page)
  await page.context().clearCookies()
  await page.goto('/admin-login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})
