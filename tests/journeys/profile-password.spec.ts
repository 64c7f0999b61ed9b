import type { Locator } from '@playwright/test'
import { getSession } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import { changePassword } from '../../contract/recovery.ts'
import { failureTitles, fieldTexts, toasts } from '../../contract/texts.ts'
import { createMember, useSession, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

let member: Person
test.beforeEach(async ({ page, server }) => {
  member = await createMember(server)
  await useSession(page, member)
})

test('the password is changed with the current one, and only this browser stays signed in [PROFILE-04] [PROFILE-05] [PROFILE-06] [OK-05] [ERR-07]', async ({
  page,
  server,
}) => {
  await page.goto('/dashboard/profile#security')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  const [current, next, again] = ['Current password', 'New password', 'Retype new password'].map((label) =>
    form.getByLabel(label, { exact: true }),
  ) as [Locator, Locator, Locator]
  const save = form.getByRole('button', { name: 'Change password' })
  await next.fill('short')
  await again.fill('other')
  await save.click()
  await expect(form.getByText(fieldTexts.currentPasswordRequired)).toBeVisible()
  await expect(form.getByText('Password must be at least 8 characters.', { exact: true })).toBeVisible()
  await expect(form.getByText('Passwords do not match.', { exact: true })).toBeVisible()
  await expect(current).toBeFocused()
  await expectSoundScreen(page)
  // A common password causes a warning and is not refused.
  await next.fill('password1')
  await expect(form.getByText(fieldTexts.passwordCommonWarning)).toBeVisible()
  await next.fill('a longer one of mine')
  await again.fill('a longer one of mine')
  await expect(form.getByText(fieldTexts.passwordCommonWarning)).toHaveCount(0)
  for (const [field, purpose] of [
    [current, 'current-password'],
    [next, 'new-password'],
    [again, 'new-password'],
  ] as const) {
    await expect(field).toHaveAttribute('autocomplete', purpose)
  }
  await expect(form.locator('input[autocomplete=username]')).toHaveValue(member.email)
  await current.fill('not this one')
  await save.click()
  await expectToast(page, 'Password Update Failed')
  await expect(form.getByRole('alert')).toContainText(errors.password_wrong.message)
  await expect(current).toBeFocused()
  await expect(next).toHaveValue('a longer one of mine')
  await current.fill(password)
  await save.click()
  await expectToast(page, 'Password Updated')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(current).toHaveValue('')
  // Every other session has ended, and this browser has a new one.
  const list = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveText([/This device/])
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard\/profile/)
  const old = await fetch(`${server.url}/api/auth/sessions`, {
    headers: { cookie: `${member.session.name}=${member.session.value}` },
  })
  expect(old.status).toBe(401)
})

test('who hears of the end of the old session before the new one is here stays signed in', async ({ page }) => {
  await page.goto('/dashboard/profile#security')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  let isChanging = false
  const asked = Promise.withResolvers<undefined>()
  await page.route(`**${changePassword.path}`, async (route) => {
    isChanging = true
    const response = await route.fetch()
    // The stream reports the change, and the page reads its session.
    await asked.promise
    isChanging = false
    await route.fulfill({ response })
  })
  await page.route(`**${getSession.path}`, async (route) => {
    if (!isChanging || route.request().method() !== 'GET') return route.fallback()
    await route.fulfill({ json: { session: null, isAuthenticated: false, isAdmin: false } })
    asked.resolve(undefined)
  })
  for (const label of ['Current password', 'New password', 'Retype new password']) {
    await form.getByLabel(label, { exact: true }).fill(password)
  }
  await form.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, toasts.passwordUpdated)
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
  expect(visited).toEqual([])
})

test('the other tabs of this browser stay signed in, too', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/dashboard/activity')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard/profile#security')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  let isChanging = false
  const asked = Promise.withResolvers<undefined>()
  await page.route(`**${changePassword.path}`, async (route) => {
    isChanging = true
    const response = await route.fetch()
    // The other tab learns first that the old session has ended.
    await page.evaluate(`new BroadcastChannel('session').postMessage('changed')`)
    await asked.promise
    isChanging = false
    await route.fulfill({ response })
  })
  await other.route(`**${getSession.path}`, async (route) => {
    if (!isChanging || route.request().method() !== 'GET') return route.fallback()
    await route.fulfill({ json: { session: null, isAuthenticated: false, isAdmin: false } })
    asked.resolve(undefined)
  })
  for (const label of ['Current password', 'New password', 'Retype new password']) {
    await form.getByLabel(label, { exact: true }).fill(password)
  }
  await form.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, toasts.passwordUpdated)
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(other).toHaveURL(/\/dashboard\/activity$/)
})

test('a password that could not be changed is typed once', async ({ page }) => {
  await page.goto('/dashboard/profile#security')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await page.route(`**${changePassword.path}`, (route) => route.abort())
  for (const label of ['Current password', 'New password', 'Retype new password']) {
    await form.getByLabel(label, { exact: true }).fill(password)
  }
  await form.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, failureTitles.passwordUpdate)
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue(password)
  // Secrets are only in the fields.
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage) + JSON.stringify(localStorage)')).not.toContain(
    password,
  )
  await page.reload()
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
})

test('a password manager is led to the page, a visitor by way of the log-in', async ({ page }) => {
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL(/\/dashboard\/profile$/)
  await page.context().clearCookies()
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL(/\/login\?return=%2Fdashboard%2Fprofile$/)
})
