import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { fieldTexts, toasts } from '../../contract/texts.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { buy, createAdmin, createMember, signInAgain, useSession, withDatabase } from '../helpers/api.ts'
import { createAuthenticator } from '../helpers/authenticator.ts'
import { expect, test } from '../helpers/browser.ts'
import { readQrCode } from '../helpers/qr.ts'
import { expectToast, password, turnOnSecondFactor } from '../helpers/screens.ts'
import { startServer } from '../helpers/server.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

test('a second factor is turned on after a proof, with a code that a camera reads, and its recovery codes are shown once', async ({
  page,
  server,
}) => {
  await useSession(page, await createMember(server, { name: 'Salma Haddad' }))
  await page.goto('/dashboard/profile#security')
  const opener = page.getByRole('button', { name: 'Turn on two-factor authentication' })
  await opener.click()
  // After a cancel nothing has happened, and no message shows.
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // A wrong password is reported beside its field.
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(question.getByText(fieldTexts.passwordRequired)).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(question.getByText(errors.password_wrong.message)).toBeVisible()
  await expectSoundLayer(page)
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  const setup = page.getByRole('dialog', { name: 'Turn on two-factor authentication' })
  await expect(setup.getByRole('heading')).toBeFocused()
  const key = (await setup.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  const code = setup.getByRole('img', { name: 'QR code for the authenticator app' })
  const readSecret = async () => new URL((await readQrCode(code)) ?? 'about:blank').searchParams.get('secret')
  await expect.poll(readSecret).toBe(key.replaceAll(' ', ''))
  await expectSoundLayer(page)
  await setup.getByLabel('Code', { exact: true }).fill('12')
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await expect(setup.getByText(fieldTexts.codeForm)).toBeVisible()
  const nextCode = createAuthenticator(key)
  await setup.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(setup.getByText(errors.code_wrong.message)).toBeVisible()
  await setup.getByLabel('Code', { exact: true }).fill(await nextCode())
  await page.keyboard.press('Enter')

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  const shown = await codes.getByRole('listitem').allTextContents()
  const download = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await download).path(), 'utf8').split('\n')).toEqual(expect.arrayContaining(shown))
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await codes.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(codes.getByRole('status')).toHaveText(toasts.copied.title)
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(shown.join('\n'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(shown[0] ?? '')).toBeVisible()
  await expect(page.getByText('Done', { exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  // The codes stay until the person confirms that they are saved.
  await page.keyboard.press('Escape')
  await expect(codes.getByRole('alert')).toContainText('shown this once')
  await expectSoundLayer(page)
  await codes.getByLabel('I have saved them').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expectToast(page, 'Two-factor authentication is on')
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expectSoundScreen(page)
})

test('a proof that was tried too often says how long to wait; a wrong one leads back to its field', async ({
  page,
  server,
}) => {
  await useSession(page, await createMember(server))
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const field = question.getByLabel('Password', { exact: true })
  await field.fill('not this one')
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(question.getByText(errors.password_wrong.message)).toBeVisible()
  await expect(field).toBeFocused()
  const { status, message } = errors.too_many_requests
  await page.route(`**${stepUp.path}`, (route) =>
    route.fulfill({ status, headers: { 'retry-after': '61' }, json: { code: 'too_many_requests', message } }),
  )
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toHaveText('Too many attempts. You can try again in 2 minutes.')
})

test('a question for one person is not left open for another', async ({ page, context, server }) => {
  await useSession(page, await createMember(server))
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question).toBeVisible()
  const other = await context.newPage()
  await useSession(other, await createMember(server, { name: 'Kofi Mensah' }))
  await other.goto('/dashboard')
  await other.evaluate(`new BroadcastChannel('session').postMessage('changed')`)
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('Kofi Mensah')
})

test('with a second factor on a code is the proof, and turns it off again', async ({ page, server }) => {
  await useSession(page, await createMember(server, { name: 'Yusuf Demir' }))
  await page.goto('/dashboard/profile#security')
  const { nextCode, shown } = await turnOnSecondFactor(page)
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await page.getByRole('button', { name: 'Use another authenticator app' }).click()
  await question.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await question.getByLabel('Recovery code', { exact: true }).fill('AAAA-AAAA-AAAA-AAAA')
  await page.keyboard.press('Enter')
  await expect(question.getByText(errors.code_wrong.message)).toBeVisible()
  await page.keyboard.press('Escape')
  for (const label of ['Current password', 'New password', 'Retype new password']) {
    await page.getByLabel(label, { exact: true }).fill(password)
  }
  await page.getByRole('button', { name: 'Change password' }).click()
  await question.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await question.getByLabel('Recovery code', { exact: true }).fill(shown[1] ?? '')
  await page.keyboard.press('Enter')
  await expectToast(page, toasts.passwordUpdated)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const renewal = page.getByRole('dialog', { name: 'New recovery codes' })
  await expectSoundLayer(page)
  await renewal.getByLabel('Code', { exact: true }).fill(await nextCode())
  await page.keyboard.press('Enter')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const renewed = await codes.getByRole('listitem').allTextContents()
  expect(renewed.filter((code) => shown.includes(code))).toEqual([])
  await codes.getByLabel('I have saved them').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
  await expectSoundLayer(page)
  await off.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await off.getByLabel('Recovery code', { exact: true }).fill(renewed[0] ?? '')
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Two-factor authentication is off')
  await expect(page.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeFocused()
})

test('an administrator who must have a second factor finds one page until it is on', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same pages, whatever their width')
  const server = await startServer({ env: { TWO_FACTOR_FOR_ADMINS: 'required' } })
  try {
    const refused: string[] = []
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
    await useSession(page, await createAdmin(server))
    for (const path of ['/admin', '/admin/users', '/admin/deposit-approvals', '/admin/security']) {
      await page.goto(server.url + path)
      await expect(page, path).toHaveURL(/\/admin\/security$/)
      await expect(page.getByText(errors.two_factor_required.message)).toBeVisible()
    }
    await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)
    await expectSoundScreen(page)
    await turnOnSecondFactor(page)
    await expect(page.getByText(errors.two_factor_required.message)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
    await page.getByRole('link', { name: 'To the dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Welcome/ })).toBeVisible()
    expect(refused).toEqual([])
  } finally {
    await server.stop()
  }
})

test('an administrator sees to their own account, by rules for administrators', async ({ page, server, isMobile }) => {
  await useSession(page, await createAdmin(server))
  await page.goto('/admin')
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill('Password1')
  await expect(page.getByText('one uppercase letter (done)')).toBeVisible()
  await expect(page.getByText(fieldTexts.adminPasswordCommon)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')).toHaveCount(1)
  await expectSoundScreen(page)
})

test('a large approval asks the administrator to confirm who they are, and loses nothing when they do not', async ({
  page,
  server,
}) => {
  const request = await buy(await createMember(server, { name: 'Bintou Camara' }), 'Gold')
  await withDatabase(server, (db) => db.updateTable('settings').set({ step_up_usd: '1' }).execute())
  await useSession(page, await createAdmin(server))
  const sent: Record<string, string>[] = []
  page.on('request', (call) => call.url().endsWith('/decision') && sent.push(call.headers()))
  await page.goto(`/admin/deposit-approvals?request=${request.id}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  const decision = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await decision.getByLabel('Notes').fill('Compared with the slip.')
  await decision.getByRole('button', { name: 'Confirm Approval' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question).toContainText('This is about a large amount')
  await expectSoundLayer(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(decision.getByRole('alert')).toHaveCount(0)
  await expect(decision.getByLabel('Notes')).toHaveValue('Compared with the slip.')
  await decision.getByRole('button', { name: 'Confirm Approval' }).click()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectToast(page, toasts.requestApproved)
  // All calls share one key, and only the last call includes the proof.
  expect(sent.map((headers) => stepUpHeader in headers)).toEqual([false, false, true])
  expect(new Set(sent.map((headers) => headers['idempotency-key'])).size).toBe(1)
})

test('a person sees where they are signed in, and ends what they do not know', async ({
  page,
  server,
  browser,
  isMobile,
}) => {
  const member = await createMember(server, { name: 'Jonas Weber' })
  const [second, third] = [await signInAgain(member, firefox), await signInAgain(member, firefox)]
  const other = await browser.newPage({ baseURL: server.url })
  await useSession(other, third)
  await other.goto('/dashboard/profile')
  await useSession(page, second)
  await page.goto('/dashboard/profile#security')
  const list = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('Firefox on Windows')
  await expect(list.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  await expectSoundScreen(page)
  if (isMobile) await expectTargets(page.getByRole('region', { name: 'Where you are signed in' }).getByRole('button'))
  await list.getByRole('button', { name: /^Sign out Unknown browser/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toBeFocused()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectToast(page, 'Signed out everywhere else')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  // The other browser learns of it at once.
  await expect(other).toHaveURL(/\/login/)
  await other.close()
})

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'

/** Demands that the buttons are large enough for a finger. */
async function expectTargets(buttons: Locator) {
  for (const button of await buttons.all()) {
    const box = await button.boundingBox()
    expect(box?.height, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(44)
  }
}
