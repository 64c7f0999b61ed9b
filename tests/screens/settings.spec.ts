import type { Page } from '@playwright/test'
import {
  changeSettings,
  checkDeposit,
  getAdminSettings,
  getRateImpact,
  listRateChanges,
  type AdminSettings,
  type DepositWarning,
  type RateChange,
} from '../../contract/admin-settings.ts'
import { multiply, subtract, type Decimal } from '../../contract/money.ts'
import { getChangeOutlook } from '../../contract/proposed-changes.ts'
import { getDepositInstructions } from '../../contract/settings.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { ownVersionName } from '../../server/platform/version.ts'
import type { Answers } from '../helpers/answers.ts'
import { anAdminProfile, depositInstructions, onePage, walletAddress } from '../helpers/screen-data.ts'
import { adminSettings } from '../helpers/screen-data/admin-dashboard.ts'
import { readAsBuyer } from '../helpers/screen-data/buys.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const admin = anAdminProfile()
const mistyped = `${walletAddress.slice(0, -1)}F`

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, admin)
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
})

test('a new rate shows its effect, needs a confirmation and a proof, and conflicts with a parallel change', async ({
  page,
  answers,
}) => {
  const settings = giveSettings(answers)
  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Rate' }).fill('0.02')
  const facts = page.locator('[aria-live=polite]')
  await expect(facts).toContainText('Worth at $0.02')
  await expect(facts).toContainText('This is above the average purchase price')
  // The largest package on offer costs $250 and has 27,500 coins with its bonus.
  await expect(facts).toContainText('Members can gain $300.00 each time.')
  await expect(facts).toContainText(/The platform would owe its members \$[\d,]+\.\d\d more than they have paid\./)
  // Unsaved input is there again after a reload.
  await page.reload()
  await expect(page.getByText('What you typed and did not save is back.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Rate' })).toHaveValue('0.02')
  await page.getByRole('button', { name: 'Save rate' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change the rate?' })
  await expect(question).toContainText('$0.01 per ET')
  await expect(question).toContainText('$0.02 per ET')
  await expect(question).toContainText('more than they have paid')
  await expectAccessibleAtThisWidth(page)
  await question.getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expectToast(page, 'Settings saved.')
  const history = page.getByRole('region', { name: 'Rate history' })
  await expect(history.getByRole('row', { name: /\$0\.0100 \$0\.0200 Ines Carvalho/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Rate since Today: \$0\.0100 before, \$0\.0200 now/ })).toBeVisible()

  // Another administrator has changed the same setting first. The page shows the new value and keeps the typed one.
  await page.getByRole('textbox', { name: 'Top-up price' }).fill('0.03')
  settings.changeElsewhere({ topup_coin_price: '0.015' })
  await expect(page.getByText('Somebody else has changed this in the meantime.')).toBeVisible()
  await expect(page.getByText('Top-up price: $0.015 per ET')).toBeVisible()
  await page.getByRole('button', { name: 'Go on with the new version' }).click()
  await expect(page.getByRole('textbox', { name: 'Top-up price' })).toHaveValue('0.03')
  await page.getByRole('button', { name: 'Save prices' }).click()
  // A further change during the question ends the question.
  const asked = page.getByRole('alertdialog', { name: 'Change prices and rewards?' })
  await expect(asked).toContainText('$0.015 per ET')
  settings.changeElsewhere({ topup_coin_price: '0.017' })
  await expect(asked.getByRole('alert')).toContainText('Top-up price: $0.017 per ET')
  await expect(asked.getByRole('button')).toHaveText(['Close'])
  await asked.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Go on with the new version' }).click()
  await page.getByRole('button', { name: 'Save prices' }).click()
  await asked.getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(answers.callsOf(changeSettings).at(-1)?.body).toEqual({ revision: 4, topup_coin_price: '0.03' })

  // A change of another administrator in another part does not disturb, even while the question is open.
  await page.getByRole('textbox', { name: 'Confirm decisions above' }).fill('12000')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('$12,000.00')
  const movement = page.getByLabel('Show simulated movement')
  const isOn = await movement.isChecked()
  settings.changeElsewhere({ simulated_movement: !isOn })
  await expect(movement).toBeChecked({ checked: !isOn })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(answers.callsOf(changeSettings).at(-1)?.body).toEqual({ revision: 6, step_up_usd: '12000' })
})

test('a change of prices says before the click that another owner must confirm it, and is then proposed', async ({
  page,
  answers,
}) => {
  giveSettings(answers)
  answers.give(changeSettings, async ({ requireProof }) => {
    await requireProof()
    return { ...adminSettings(), is_proposed: true }
  })
  answers.give(getChangeOutlook, { need: 'second', worth_usd: null, rule: null, package_gain_max: null })
  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Top-up price' }).fill('0.03')
  await page.getByRole('button', { name: 'Save prices' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You propose this change')
  await expect(question).toContainText(
    'Another owner must confirm it. It changes prices, limits or the deposit address.',
  )
  await expectAccessibleAtThisWidth(page)
  expect(answers.callsOf(getChangeOutlook).map(({ query }) => query)).toEqual([
    { kind: 'settings', settings: 'topup_coin_price' },
  ])
  await question.getByRole('button', { name: 'Propose the change' }).click()
  await prove(page)
  await expectToast(page, 'Change noted')
})

test('the amounts that tell payments apart are switched on after a question', async ({ page, answers }) => {
  giveSettings(answers)
  answers.give(changeSettings, async ({ requireProof }) => {
    await requireProof()
    return adminSettings({ unique_amounts: 'on' })
  })
  await page.goto('/admin/settings')
  const box = page.getByRole('checkbox', { name: 'Give each purchase an amount of its own' })
  await expect(box).not.toBeChecked()
  await box.check()
  await page.getByRole('button', { name: 'Save amounts' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/Amounts that differ.*Off.*On/)
  await expectAccessibleAtThisWidth(page)
  await question.getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expectToast(page, 'Settings saved.')
  expect(answers.callsOf(changeSettings).at(-1)?.body).toMatchObject({ unique_amounts: 'on' })
})

test('the deposit address is checked, shown to members as plain text, and mistyped ones get a warning [A99]', async ({
  page,
  answers,
}) => {
  const script = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
  giveSettings(answers, {
    deposit_address: null,
    deposit_in_force: { source: 'placeholder', address: null, warnings: [] },
  })
  await page.goto('/admin/settings')
  await expect(page.getByText('No address is set: members see a placeholder that nobody can pay to.')).toBeVisible()
  const field = page.getByRole('textbox', { name: /^Address/ })
  await field.fill('not an address')
  await field.blur()
  await expect(page.getByText(/Please enter an address/)).toBeVisible()
  // If the check itself fails, the page must not look as if the address were good.
  await page.route('**/api/admin-settings/deposit-check*', (route) => route.abort())
  await field.fill(`${walletAddress.slice(0, -1)}G`)
  await expect(page.getByText('The address could not be checked for typing errors.')).toBeVisible()
  await page.unroute('**/api/admin-settings/deposit-check*')
  await field.fill(mistyped)
  await expect(field).toHaveAccessibleDescription(
    /The checksum of this address is wrong: it has probably been mistyped\./,
  )
  await page.getByRole('button', { name: 'Save deposits' }).click()
  await expect(field).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await field.fill(walletAddress)
  await expect(page.getByText('The checksum of this address is wrong: it has probably been mistyped.')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Network' }).fill('ERC20')
  await expect(page.getByText('This does not look like an address of this network.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Network' }).fill('TRC20')
  await page.getByRole('textbox', { name: 'Instructions' }).fill(`Send it in one payment.\n${script}`)
  await expect(page.getByRole('region', { name: 'What members see' })).toContainText(script)
  await page.getByRole('button', { name: 'Save deposits' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(walletAddress)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expectToast(page, 'Settings saved.')

  const typed = `Send it in one payment.\n${script}`
  expect(answers.callsOf(changeSettings).map(({ body }) => body)).toMatchObject([
    { deposit_address: walletAddress, deposit_instructions: typed },
    { deposit_address: walletAddress, deposit_instructions: typed },
  ])

  await readAsBuyer(page, answers)
  const instructions = typed.split('\n')
  answers.give(getDepositInstructions, depositInstructions({ instructions, are_instructions_usual: false }))
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto('/dashboard/buy')
  const list = page.getByRole('list').filter({ hasText: 'Send it in one payment.' })
  await expect(list).toContainText(script)
  await expect(list.locator('img, script')).toHaveCount(0)
  expect(await page.title()).not.toBe('1')
  expect(dialogs).toEqual([])
})

test('a mistyped address of the configuration gets a warning, too', async ({ page, answers }) => {
  giveSettings(answers, {
    deposit_address: null,
    deposit_in_force: { source: 'configuration', address: mistyped, warnings: ['checksum'] },
  })
  await page.goto('/admin/settings')
  await expect(page.getByText(/members see the one of the configuration/)).toContainText(mistyped)
  await expect(page.getByText('The checksum of this address is wrong: it has probably been mistyped.')).toBeVisible()
})

/** Enters the password that a change of the settings needs. */
async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
}

test('the foot of the page names the version of the site', async ({ page, answers }) => {
  giveSettings(answers)
  await page.goto('/admin/settings')
  await expect(page.getByText(`Version ${ownVersionName}`, { exact: true })).toBeVisible()
})

/** Answers the settings, and changes of them by this and by another administrator. */
function giveSettings(answers: Answers, fields: Partial<AdminSettings> = {}) {
  let settings = adminSettings(fields)
  const rateChanges: RateChange[] = []
  const change = (changes: Partial<AdminSettings>) => {
    settings = { ...settings, ...changes, revision: settings.revision + 1 }
    answers.announce('settings')
    return settings
  }
  answers.give(getAdminSettings, () => settings)
  answers.give(changeSettings, async ({ body: { revision, ...changes }, requireProof }) => {
    await requireProof()
    if (revision !== settings.revision) throw new Refusal('edited_meanwhile')
    if (changes.et_rate) rateChanges.unshift(rateChangeOf(settings.et_rate, changes.et_rate))
    return change(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)))
  })
  answers.give(listRateChanges, () => onePage(rateChanges))
  answers.give(getRateImpact, ({ query: { rate } }) => impactOf(rate, settings.et_rate))
  answers.give(checkDeposit, ({ query: { network, address } }) => ({ warnings: depositWarningsOf(network, address) }))
  return { changeElsewhere: change }
}

function depositWarningsOf(network: string, address: string): DepositWarning[] {
  if (network !== 'TRC20') return ['network']
  return address === mistyped ? ['checksum'] : []
}

function rateChangeOf(before: Decimal, after: Decimal): RateChange {
  const actor = { id: admin.id, full_name: admin.full_name }
  return { id: crypto.randomUUID(), actor, old_rate: before, new_rate: after, created_at: new Date().toISOString() }
}

/** The effects of a rate on a platform of which one member bought a package. */
function impactOf(rate: Decimal, currentRate: Decimal) {
  const worth = multiply('27500', rate, 2)
  return {
    rate,
    current_rate: currentRate,
    circulation_coins: '27500',
    total_invested_usd: '250',
    average_purchase_price: '0.00909091',
    worth_now_usd: multiply('27500', currentRate, 2),
    worth_usd: worth,
    beyond_invested_usd: subtract(worth, '250'),
  }
}
