import type { Locator, Page } from '@playwright/test'
import { getSession } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import type { Profile } from '../../contract/profiles.ts'
import { changePassword } from '../../contract/recovery.ts'
import { listRequests } from '../../contract/requests.ts'
import { listSessions } from '../../contract/sessions.ts'
import { failureTitles, fieldTexts, toasts } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { onePage } from '../helpers/screen-data.ts'
import { anOwnSession, giveProfilePage, giveSecurity } from '../helpers/screen-data/security.ts'
import { expect, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

let member: Profile
test.beforeEach(async ({ page, answers }) => {
  member = (await readAsMember(page, answers)).profile
  giveProfilePage(answers)
})

test('the password is changed with the current one, and only this browser stays signed in [PROFILE-04] [PROFILE-05] [PROFILE-06] [OK-05] [ERR-07]', async ({
  page,
  answers,
}) => {
  answers.give(listSessions, { items: [anOwnSession({ is_current: true }), anOwnSession()] })
  answers.give(changePassword, ({ body }) => {
    if (body.currentPassword !== password) throw new Refusal('password_wrong')
    // Every other session has ended, and this browser has a new one.
    giveSecurity(answers)
    return {}
  })
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
  await expectAccessibleAtEveryWidth(page)
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
  const list = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveText([/This device/])
  await page.reload()
  await expect(page).toHaveURL(/\/dashboard\/profile/)
  const sent = { currentPassword: password, password: 'a longer one of mine', retypePassword: 'a longer one of mine' }
  expect(answers.callsOf(changePassword).at(-1)?.body).toEqual(sent)
})

test('a page that gets the end of the old session before the new session stays signed in', async ({
  page,
  answers,
}) => {
  await page.goto('/dashboard/profile#security')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  // The stream reports the change, and the page reads its session.
  endSessionWhileChanging(page, answers, page, () => answers.announce('session'))
  await changeTo(form, password)
  await expectToast(page, toasts.passwordUpdated)
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
  expect(visited).toEqual([])
})

test('the other tabs of this browser stay signed in, too', async ({ page, context, answers }) => {
  answers.give(listRequests, onePage([]))
  const other = await context.newPage()
  await other.goto('/dashboard/activity')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/dashboard/profile#security')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  // The other tab learns first that the old session has ended.
  const tell = () => page.evaluate(`new BroadcastChannel('session').postMessage('changed')`)
  endSessionWhileChanging(page, answers, other, tell)
  await changeTo(form, password)
  await expectToast(page, toasts.passwordUpdated)
  await expect(other.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(other).toHaveURL(/\/dashboard\/activity$/)
})

test('after a failed change of the password it need not be typed again', async ({ page }) => {
  await page.goto('/dashboard/profile#security')
  const form = page.getByRole('region', { name: 'Password', exact: true })
  await page.route(`**${changePassword.path}`, (route) => route.abort())
  await changeTo(form, password)
  await expectToast(page, failureTitles.passwordUpdate)
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue(password)
  // Secrets are only in the fields.
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage) + JSON.stringify(localStorage)')).not.toContain(
    password,
  )
  await page.reload()
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')
})

test('a password manager reaches the page, and a visitor reaches it through the log-in', async ({ page, answers }) => {
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL(/\/dashboard\/profile$/)
  readAsVisitor(answers)
  await page.context().clearCookies()
  await page.goto('/.well-known/change-password')
  await expect(page).toHaveURL(/\/login\?return=%2Fdashboard%2Fprofile$/)
})

/**
 * Answers a change of the password only after this reader has heard that its session has ended. The new session comes
 * with the answer.
 */
function endSessionWhileChanging(page: Page, answers: Answers, reader: Page, tell: () => unknown): void {
  answers.give(changePassword, async () => {
    answers.give(getSession, { session: null, isAuthenticated: false, isAdmin: false })
    const isRead = reader.waitForResponse((answer) => {
      return new URL(answer.url()).pathname === getSession.path && answer.request().method() === getSession.method
    })
    await tell()
    await isRead
    await readAsMember(page, answers, member)
    return {}
  })
}

async function changeTo(form: Locator, secret: string): Promise<void> {
  for (const label of ['Current password', 'New password', 'Retype new password']) {
    await form.getByLabel(label, { exact: true }).fill(secret)
  }
  await form.getByRole('button', { name: 'Change password' }).click()
}
