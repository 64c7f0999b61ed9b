import type { Page } from '@playwright/test'
import { signIn } from '../../contract/auth.ts'
import { errors } from '../../contract/errors.ts'
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
  type Passkey,
} from '../../contract/passkeys.ts'
import { fieldTexts, toasts } from '../../contract/texts.ts'
import { getTwoFactor, renewRecoveryCodes, startPasskeyProof, stepUp } from '../../contract/two-factor.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth, expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'
import type { Answers } from '../helpers/answers.ts'
import { anAdminProfile, aProfile } from '../helpers/screen-data.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { aPasskey, giveProfilePage, giveSecurity, twoFactorState } from '../helpers/screen-data/security.ts'
import { expect, readAsAdmin, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { addVirtualAuthenticator } from '../helpers/virtual-authenticator.ts'

const challenge = 'A'.repeat(43)
const proof = { proof: 'P'.repeat(43), expires_at: '2100-01-01T00:00:00.000Z' }
const codes = Array.from({ length: 10 }, (_, at) => `ABCD-EFGH-JKLM-NPQR-STUV-WXY${'ABCDEFGHIJ'[at]}`)
const factors = { two_factor: { is_on: true, is_required: false, factors: ['passkey' as const] } }
const request = { challenge, rpId: 'localhost', timeout: 60_000, userVerification: 'required' as const }

/** Answers as a server does that keeps these passkeys. */
function givePasskeys(answers: Answers, items: Passkey[]): void {
  const give = () => answers.give(listPasskeys, () => ({ items }))
  give()
  answers.give(stepUp, proof)
  answers.give(startPasskey, {
    challenge,
    rp: { id: 'localhost', name: 'ET' },
    user: { id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'amara.osei@example.org', displayName: 'Amara Osei' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    timeout: 60_000,
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
    attestation: 'none',
  })
  answers.give(addPasskey, ({ body: { name } }) => {
    const isFirst = items.length === 0
    items.push(aPasskey({ name }))
    answers.give(getTwoFactor, twoFactorState({ is_on: true, factors: ['passkey'], recovery_codes_left: 10 }))
    return { recovery_codes: isFirst ? codes : [] }
  })
  answers.give(renamePasskey, ({ params, body }) => {
    for (const item of items) if (item.id === params.passkeyId) item.name = body.name
    return {}
  })
  answers.give(removePasskey, ({ params }) => {
    items.splice(0, items.length, ...items.filter(({ id }) => id !== params.passkeyId))
    return {}
  })
}

async function confirm(page: Page) {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('the first passkey is added with a name and brings recovery codes, a further one brings none', async ({
  page,
  answers,
}) => {
  giveProfilePage(answers)
  givePasskeys(answers, [])
  await addVirtualAuthenticator(page)
  await readAsMember(page, answers)
  await page.goto('/dashboard/profile#security')
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await confirm(page)
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(naming.getByLabel('Name')).toHaveValue(/Chrom/)
  await naming.getByLabel('Name').fill(' ')
  await naming.getByRole('button', { name: 'Create passkey' }).click()
  await expect(naming.getByText(fieldTexts.required.replace('{field}', 'Name'))).toBeVisible()
  await expectAccessibleAtThisWidth(page)
  await naming.getByLabel('Name').fill('Laptop at home')
  await naming.getByRole('button', { name: 'Create passkey' }).click()
  const saving = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(saving.getByRole('listitem')).toHaveText(codes)
  await expectAccessibleAtEveryWidth(page)
  await saving.getByLabel('I have saved them').check()
  await saving.getByRole('button', { name: 'Done' }).click()
  await expectToast(page, 'Passkey added')
  const list = page.getByRole('list', { name: 'Your passkeys' })
  await expect(list.getByRole('listitem')).toContainText(['Laptop at home'])
  await expect(page.getByText(/10 recovery codes are left/)).toBeVisible()
  await expect(page.getByText('Logging in takes one of your passkeys')).toBeVisible()
  await expectAccessibleAtEveryWidth(page)

  await add.click()
  await confirm(page)
  await naming.getByLabel('Name').fill('Telephone')
  await naming.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const [first] = answers.callsOf(addPasskey)
  expect(first?.body.name).toBe('Laptop at home')
  expect(JSON.parse(Buffer.from(first?.body.passkey.client_data ?? '', 'base64url').toString())).toMatchObject({
    type: 'webauthn.create',
    challenge,
    origin: answers.url,
  })
})

test('a passkey is renamed and removed, and the list takes the focus', async ({ page, answers }) => {
  giveProfilePage(answers)
  answers.give(getTwoFactor, twoFactorState({ is_on: true, factors: ['app', 'passkey'], recovery_codes_left: 8 }))
  givePasskeys(answers, [
    aPasskey({ last_used_at: '2026-04-10T12:00:00.000Z' }),
    aPasskey({ name: 'A very long name of a security key on a ring of keys' }),
  ])
  await readAsMember(page, answers)
  await page.goto('/dashboard/profile#security')
  const list = page.getByRole('list', { name: 'Your passkeys' })
  await page.getByRole('button', { name: 'Rename the passkey Laptop' }).click()
  const naming = page.getByRole('dialog', { name: 'Rename the passkey Laptop' })
  await expect(naming.getByLabel('Name')).toHaveValue('Laptop')
  await naming.getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Passkey renamed')
  await expect(list).toContainText('Old laptop')
  await expectAccessibleAtEveryWidth(page)

  await page.getByRole('button', { name: 'Remove the passkey Old laptop' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Remove it from your device as well')
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await confirm(page)
  await expectToast(page, 'Passkey removed')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toBeFocused()
  // The app can go while a passkey is left.
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await expect(page.getByRole('dialog', { name: 'Remove the authenticator app' })).toContainText(
    'After this you log in with a passkey',
  )
})

test('a device without an authenticator, or one that has a passkey already, gets a sentence', async ({
  page,
  answers,
}) => {
  giveProfilePage(answers)
  givePasskeys(answers, [])
  await readAsMember(page, answers)
  await page.addInitScript(`navigator.credentials.create = () => {
    const name = sessionStorage.getItem('failure') ?? 'NotSupportedError'
    return Promise.reject(new DOMException('', name))
  }`)
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirm(page)
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByRole('button', { name: 'Create passkey' }).click()
  await expect(naming.getByRole('alert')).toContainText('This device could not use a passkey here.')
  await page.evaluate(`sessionStorage.setItem('failure', 'InvalidStateError')`)
  await naming.getByRole('button', { name: 'Create passkey' }).click()
  await expect(naming.getByRole('alert')).toContainText('This device has a passkey of your account already.')
  // A person who closes the question of the browser has taken the call back.
  await page.evaluate(`sessionStorage.setItem('failure', 'NotAllowedError')`)
  await naming.getByRole('button', { name: 'Create passkey' }).click()
  await expect(naming.getByRole('alert')).toHaveCount(0)
  expect(answers.callsOf(addPasskey)).toEqual([])
})

test('an administrator who has to enrol sees passkeys beside the app', async ({ page, answers }) => {
  giveSecurity(answers)
  answers.give(getTwoFactor, twoFactorState({ is_required: true }))
  givePasskeys(answers, [])
  await readAsAdmin(page, answers, anAdminProfile(), {
    two_factor: { is_on: false, is_required: true, factors: [] },
  })
  await page.goto('/admin/security')
  await expect(page.getByText('an authenticator app or a passkey. The other pages open once it is on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
  await expectAccessibleAtEveryWidth(page)
})

test.describe('the log-in', () => {
  test.beforeEach(({ answers }) => {
    answers.give(startPasskeySignIn, { ...request, allowCredentials: [] })
  })

  /** Puts a passkey into the browser by adding one, as a virtual authenticator starts empty. */
  async function keepPasskey(page: Page, answers: Answers) {
    giveProfilePage(answers)
    givePasskeys(answers, [])
    await addVirtualAuthenticator(page)
    await readAsMember(page, answers)
    await page.goto('/dashboard/profile#security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await confirm(page)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()
    readAsVisitor(answers)
    await page.context().clearCookies()
  }

  test('offers a passkey, says why one is refused, and lets its owner in', async ({ page, answers }) => {
    const profile = aProfile()
    await keepPasskey(page, answers)
    answers.give(signInWithPasskey, () => {
      throw new Refusal('passkey_wrong')
    })
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.click()
    await expect(page.getByRole('alert')).toContainText(errors.passkey_wrong.message)
    await expectAccessibleAtEveryWidth(page)
    answers.give(signInWithPasskey, async () => {
      const session = await readAsMember(page, answers, profile)
      giveOverview(answers, profile)
      return { session, isAuthenticated: true, isAdmin: false }
    })
    await button.click()
    await expectToast(page, toasts.loginSuccessful)
    await expect(page).toHaveURL(/\/dashboard$/)
    const [, { body } = {}] = answers.callsOf(signInWithPasskey)
    expect(body).toMatchObject({ portal: 'member', passkey: { user_handle: 'AAAAAAAAAAAAAAAAAAAAAA' } })
  })

  test('asks for a passkey or a recovery code in its second step', async ({ page, answers }) => {
    const profile = aProfile()
    await keepPasskey(page, answers)
    answers.give(signIn, async ({ body }) => {
      if (!body.passkey) throw new Refusal('code_required', { factors: ['passkey'] })
      const session = await readAsMember(page, answers, profile)
      giveOverview(answers, profile)
      return { session, isAuthenticated: true, isAdmin: false }
    })
    await page.goto('/login')
    await page.getByLabel('Email').fill('amara.osei@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log In' }).click()
    const button = page.getByRole('button', { name: 'Use a passkey' })
    await expect(button).toBeFocused()
    await expect(page.getByLabel('Recovery code')).toBeVisible()
    await expectAccessibleAtEveryWidth(page)
    await button.click()
    await expectToast(page, toasts.loginSuccessful)
  })
})

test('a question for a proof offers a passkey above the code', async ({ page, answers }) => {
  giveProfilePage(answers)
  answers.give(getTwoFactor, twoFactorState({ is_on: true, factors: ['passkey'], recovery_codes_left: 9 }))
  const items = [aPasskey()]
  givePasskeys(answers, items)
  answers.give(startPasskeyProof, { ...request, allowCredentials: [] })
  await readAsMember(page, answers, aProfile(), factors)
  await page.addInitScript(`navigator.credentials.get = () =>
    Promise.reject(new DOMException('', sessionStorage.getItem('failure') ?? 'NotAllowedError'))`)
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await expectAccessibleAtThisWidth(page)
  // A closed question of the browser leaves the codes to type.
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(question.getByRole('alert')).toHaveCount(0)
  await page.evaluate(`sessionStorage.setItem('failure', 'NotSupportedError')`)
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(question.getByRole('alert')).toContainText('This device could not use a passkey here.')
  await question.getByLabel('Recovery code').fill(codes[0] ?? '')
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectToast(page, 'Passkey removed')
  expect(answers.callsOf(stepUp).map(({ body }) => body.code)).toEqual([codes[0]])
})

test('an account with a passkey alone makes new recovery codes by it, and no code can be typed instead', async ({
  page,
  answers,
}) => {
  giveProfilePage(answers)
  givePasskeys(answers, [])
  await addVirtualAuthenticator(page)
  await readAsMember(page, answers)
  await page.goto('/dashboard/profile#security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirm(page)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  const saving = page.getByRole('dialog', { name: 'Your recovery codes' })
  await saving.getByLabel('I have saved them').check()
  await readAsMember(page, answers, aProfile(), factors)
  answers.give(getTwoFactor, twoFactorState({ is_on: true, factors: ['passkey'], recovery_codes_left: 2 }))
  await saving.getByRole('button', { name: 'Done' }).click()
  answers.give(startPasskeyProof, { ...request, allowCredentials: [] })
  const renewed = codes.map((code) => code.replace('ABCD', 'WXYZ'))
  answers.give(renewRecoveryCodes, async ({ requireProof }) => {
    await requireProof()
    answers.give(getTwoFactor, twoFactorState({ is_on: true, factors: ['passkey'], recovery_codes_left: 10 }))
    return { recovery_codes: renewed }
  })
  await page.reload()
  await expect(page.getByText('Few recovery codes are left.')).toBeVisible()
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const renewal = page.getByRole('dialog', { name: 'New recovery codes' })
  await expect(renewal).toContainText('The recovery codes you have now stop working.')
  await expectAccessibleAtEveryWidth(page)
  await renewal.getByRole('button', { name: 'Make new codes' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByRole('textbox')).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0)
  await expect(question.getByText('or', { exact: true })).toHaveCount(0)
  await expectAccessibleAtThisWidth(page)
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(saving.getByRole('listitem')).toHaveText(renewed)
  expect(answers.callsOf(stepUp).at(-1)?.body).toMatchObject({ action: 'recovery_codes' })
  await saving.getByLabel('I have saved them').check()
  await saving.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Few recovery codes are left.')).toHaveCount(0)
})
