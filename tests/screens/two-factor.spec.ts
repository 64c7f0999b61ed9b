import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getUnreadCount } from '../../contract/chat.ts'
import { changePassword } from '../../contract/recovery.ts'
import { getRequestCounts } from '../../contract/request-review.ts'
import { decideRequest } from '../../contract/requests.ts'
import { endSession, listSessions, signOutElsewhere } from '../../contract/sessions.ts'
import { stepUpHeader } from '../../contract/step-up.ts'
import { fieldTexts, toasts } from '../../contract/texts.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  stepUp,
} from '../../contract/two-factor.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { readQrCode } from '../helpers/qr.ts'
import { aBuy, aProfile, anAdminProfile, requestCounts } from '../helpers/screen-data.ts'
import { giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { anOwnSession, giveProfilePage, twoFactorState } from '../helpers/screen-data/security.ts'
import { expect, readAsAdmin, readAsMember, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const rightCode = '135790'

test.beforeEach(({ answers }) => {
  giveProfilePage(answers)
  giveTwoFactor(answers)
})

test('a second factor is turned on after a proof, with a code that a camera reads, and its recovery codes are shown once', async ({
  page,
  answers,
}) => {
  await readAsMember(page, answers)
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
  await expectAccessibleAtThisWidth(page)
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  const setup = page.getByRole('dialog', { name: 'Turn on two-factor authentication' })
  await expect(setup.getByRole('heading')).toBeFocused()
  const key = (await setup.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  const code = setup.getByRole('img', { name: 'QR code for the authenticator app' })
  const readSecret = async () => new URL((await readQrCode(code)) ?? 'about:blank').searchParams.get('secret')
  expect(key.replaceAll(' ', '')).toBe(secret)
  await expect.poll(readSecret).toBe(secret)
  await expectAccessibleAtThisWidth(page)
  await setup.getByLabel('Code', { exact: true }).fill('12')
  await setup.getByRole('button', { name: 'Turn on' }).click()
  await expect(setup.getByText(fieldTexts.codeForm)).toBeVisible()
  await setup.getByLabel('Code', { exact: true }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(setup.getByText(errors.code_wrong.message)).toBeVisible()
  await setup.getByLabel('Code', { exact: true }).fill(rightCode)
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
  await expectAccessibleAtThisWidth(page)
  await codes.getByLabel('I have saved them').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expectToast(page, 'Two-factor authentication is on')
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test('too many attempts at a proof name the time to wait, and a wrong one returns to its field', async ({
  page,
  answers,
}) => {
  await readAsMember(page, answers)
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const field = question.getByLabel('Password', { exact: true })
  await field.fill('not this one')
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(question.getByText(errors.password_wrong.message)).toBeVisible()
  await expect(field).toBeFocused()
  answers.give(stepUp, () => {
    throw new Refusal('too_many_requests', { retryAfterSeconds: 61 })
  })
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toHaveText('Too many attempts. You can try again in 2 minutes.')
})

test('a step-up question closes when another person signs in', async ({ page, context, answers }) => {
  await readAsMember(page, answers)
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question).toBeVisible()
  const other = await context.newPage()
  const { profile: kofi } = await readAsMember(other, answers, aProfile({ full_name: 'Kofi Mensah' }))
  giveOverview(answers, kofi)
  await other.goto('/dashboard')
  await other.evaluate(`new BroadcastChannel('session').postMessage('changed')`)
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Full name')).toHaveValue('Kofi Mensah')
})

test('with a second factor a code is the proof, and turns it off again', async ({ page, answers }) => {
  await readAsMember(page, answers, aProfile(), { two_factor: { is_on: true, is_required: false, factors: ['app'] } })
  answers.give(getTwoFactor, twoFactorState({ is_on: true, recovery_codes_left: 10 }))
  answers.give(changePassword, async ({ requireProof }) => {
    await requireProof()
    return {}
  })
  await page.goto('/dashboard/profile#security')
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
  await question.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[1] ?? '')
  await page.keyboard.press('Enter')
  await expectToast(page, toasts.passwordUpdated)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const renewal = page.getByRole('dialog', { name: 'New recovery codes' })
  await expectAccessibleAtThisWidth(page)
  await renewal.getByLabel('Code', { exact: true }).fill(rightCode)
  await page.keyboard.press('Enter')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  expect(await codes.getByRole('listitem').allTextContents()).toEqual(renewedCodes)
  await codes.getByLabel('I have saved them').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-factor authentication' })
  await expectAccessibleAtThisWidth(page)
  await off.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await off.getByLabel('Recovery code', { exact: true }).fill(renewedCodes[0] ?? '')
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Two-factor authentication is off')
  expect(answers.callsOf(disableTwoFactor).map(({ body }) => body.code)).toEqual([renewedCodes[0]])
  await expect(page.getByRole('button', { name: 'Turn on two-factor authentication' })).toBeFocused()
})

test('an administrator who must have a second factor finds one page until it is on', async ({ page, answers }) => {
  const admin = anAdminProfile()
  await readAsAdmin(page, answers, admin, { two_factor: { is_on: false, is_required: true, factors: [] } })
  answers.give(getTwoFactor, twoFactorState({ is_required: true }))
  // The server refuses all calls but those of the set-up.
  answers.give(getRequestCounts, () => {
    throw new Refusal('two_factor_required')
  })
  for (const path of ['/admin', '/admin/users', '/admin/deposit-approvals', '/admin/security']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/admin\/security$/)
    await expect(page.getByText(errors.two_factor_required.message)).toBeVisible()
  }
  await expect(page.getByRole('navigation', { name: 'Administration' })).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)
  expect(answers.callsOf(getRequestCounts)).toEqual([])
  expect(answers.callsOf(listSessions)).toEqual([])
  expect(answers.callsOf(getUnreadCount)).toEqual([])
  answers.give(enableTwoFactor, async () => {
    await readAsAdmin(page, answers, admin, { two_factor: { is_on: true, is_required: true, factors: ['app'] } })
    answers.give(getTwoFactor, twoFactorState({ is_on: true, is_required: true, recovery_codes_left: 10 }))
    answers.give(getRequestCounts, requestCounts())
    giveAdminDashboard(answers)
    return { recovery_codes: recoveryCodes }
  })
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click()
  await confirm(page)
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(rightCode)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await codes.getByLabel('I have saved them').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(errors.two_factor_required.message)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Welcome/ })).toBeVisible()
})

test(
  'an administrator manages their own account by the rules for administrators',
  phone,
  async ({ page, answers, isMobile }) => {
    await readAsAdmin(page, answers)
    giveAdminDashboard(answers)
    await page.goto('/admin')
    if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Security' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeFocused()
    await page.getByLabel('New password', { exact: true }).fill('Password1')
    await expect(page.getByText('one uppercase letter (done)')).toBeVisible()
    await expect(page.getByText(fieldTexts.adminPasswordCommon)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')).toHaveCount(1)
    await expectAccessibleAtEveryWidth(page)
  },
)

test('a large approval needs a proof of the administrator, and a refused proof loses nothing', async ({
  page,
  answers,
}) => {
  await readAsAdmin(page, answers)
  const request = aBuy(aProfile({ full_name: 'Bintou Camara' }))
  const approvals = giveApprovals(answers, [request], () => ({ needs_step_up: true }))
  answers.give(decideRequest, async ({ requireProof }) => {
    await requireProof()
    return approvals.decide(request, 'approved')
  })
  await page.goto(`/admin/deposit-approvals?request=${request.id}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  const decision = page.getByRole('alertdialog', { name: 'Confirm Action' })
  await decision.getByLabel('Notes').fill('Compared with the slip.')
  await decision.getByRole('button', { name: 'Confirm Approval' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question).toContainText('This is about a large amount')
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(decision.getByRole('alert')).toHaveCount(0)
  await expect(decision.getByLabel('Notes')).toHaveValue('Compared with the slip.')
  await decision.getByRole('button', { name: 'Confirm Approval' }).click()
  await confirm(page)
  await expectToast(page, toasts.requestApproved)
  // All calls share one key, and only the last call includes the proof.
  const sent = answers.callsOf(decideRequest)
  expect(sent.map(({ request: { headers } }) => stepUpHeader in headers)).toEqual([false, false, true])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})

test('a person sees their sessions, and ends unknown ones', phone, async ({ page, answers, isMobile }) => {
  await readAsMember(page, answers)
  let sessions = [anOwnSession({ is_current: true }), anOwnSession(), anOwnSession({ user_agent: 'node' })]
  const unknown = sessions[2]?.id
  answers.give(listSessions, () => ({ items: sessions }))
  answers.give(endSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => id !== params.sessionId)
    return {}
  })
  answers.give(signOutElsewhere, () => {
    sessions = sessions.filter(({ is_current: isCurrent }) => isCurrent)
    return { ended: 1 }
  })
  await page.goto('/dashboard/profile#security')
  const list = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('Firefox on Windows')
  await expect(list.getByRole('listitem').filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)
  if (isMobile) await expectTargets(page.getByRole('region', { name: 'Where you are signed in' }).getByRole('button'))
  await list.getByRole('button', { name: /^Sign out Unknown browser/ }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toBeFocused()
  expect(answers.callsOf(endSession).map(({ params }) => params.sessionId)).toEqual([unknown])
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectToast(page, 'Signed out everywhere else')
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

const recoveryCodes = codesFrom('A')
const renewedCodes = codesFrom('B')

function codesFrom(first: string): string[] {
  return Array.from('CDEFGHJKLM', (letter) => `${first}${letter}23-4567-89AB-CDEF`)
}

/** Answers the calls of the second factor. The password, one code and the recovery codes are right. */
function giveTwoFactor(answers: Answers): void {
  const expectRight = (code: string) => {
    if (![rightCode, ...recoveryCodes, ...renewedCodes].includes(code)) throw new Refusal('code_wrong')
  }
  answers.give(stepUp, ({ body }) => {
    if (body.code !== undefined) expectRight(body.code)
    else if (body.password !== password) throw new Refusal('password_wrong')
    return { proof: 'P'.repeat(43), expires_at: '2100-01-01T00:00:00.000Z' }
  })
  const uri = `otpauth://totp/ET:amara.osei%40example.org?issuer=ET&secret=${secret}&algorithm=SHA1&digits=6&period=30`
  answers.give(startTwoFactor, { secret, uri, expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(enableTwoFactor, ({ body }) => {
    expectRight(body.code)
    answers.give(getTwoFactor, twoFactorState({ is_on: true, recovery_codes_left: 10 }))
    return { recovery_codes: recoveryCodes }
  })
  answers.give(renewRecoveryCodes, ({ body }) => {
    expectRight(body.code ?? '')
    return { recovery_codes: renewedCodes }
  })
  answers.give(disableTwoFactor, ({ body }) => {
    expectRight(body.code)
    answers.give(getTwoFactor, twoFactorState())
    return {}
  })
}

async function confirm(page: Page) {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
}

/** Demands that the buttons are large enough for a finger. */
async function expectTargets(buttons: Locator) {
  for (const button of await buttons.all()) {
    const box = await button.boundingBox()
    expect(box?.height, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(44)
  }
}
