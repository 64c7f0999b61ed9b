import type { Page } from '@playwright/test'
import { getSession } from '../../contract/auth.ts'
import { multiply, percentageOf, add } from '../../contract/money.ts'
import type { PackageBody } from '../../contract/package-body.ts'
import {
  createPackage,
  deletePackage,
  listManagedPackages,
  listPackages,
  updatePackage,
  type ManagedPackage,
} from '../../contract/packages.ts'
import { deletePackageQuestion } from '../../contract/texts.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import type { Answers } from '../helpers/answers.ts'
import { aPackage, aProfile } from '../helpers/screen-data.ts'
import { packagesOnOffer } from '../helpers/screen-data/packages.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { expect, readAsAdmin, readAsMember, readAsVisitor, test } from '../helpers/screen.ts'
import { confirmIdentity, expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }

const bronze = {
  package_name: 'Bronze',
  min_coin_purchase: '5000',
  coin_price: '0.01',
  bonus_percentage: '2.5',
  withdrawal_time: '72 hours',
  withdrawal_rules: '',
  icon: 'Star',
} satisfies PackageBody

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

test(
  'a package is added with its figures shown while they are typed, changed, and deleted [ADMPKG-01, ADMPKG-02, ADMPKG-03, ADMPKG-04, ADMPKG-07, ADMPKG-13] [OK-08] [OK-09] [OK-10]',
  phone,
  async ({ page, answers }) => {
    giveManagedPackages(
      answers,
      ...packagesOnOffer.map((one) => aManagedPackage(one.package_name, { ...one, member_count: 1 })),
    )
    await page.goto('/admin/manage-packages')
    await expect(page.getByRole('article')).toHaveCount(4)
    await expect(cardOf(page, 'Gold')).toContainText('1 member and no requests')
    await page.getByRole('button', { name: 'Add package' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add package' })
    await dialog.getByLabel('Package name').fill('Emerald')
    const numbers = { 'Minimum purchase': '7000', 'Coin price': '0.01235', 'Bonus percentage': '33.333' }
    for (const [label, value] of Object.entries(numbers)) {
      // The field takes a number in the format of the page's language, and phones show number keys.
      const field = dialog.getByRole('spinbutton', { name: label })
      await expect(field).toHaveAttribute('inputmode', 'decimal')
      await field.fill(value)
      await field.press('ArrowUp')
      await expect(field).not.toHaveValue(value)
      await field.press('ArrowDown')
      await expect(field).toHaveValue(value)
      await expect(field).toHaveAttribute('aria-valuenow', value)
    }
    await dialog.getByLabel('Withdrawal time').fill('8 hours')
    await dialog.getByRole('radio', { name: 'Diamond' }).check()
    const preview = dialog.getByRole('region', { name: 'Preview' }).filter({ visible: true })
    for (const figure of ['$86.45', '2,333.31', '9,333.31']) await expect(preview).toContainText(figure)
    await expect(preview).toContainText('Members can gain $6.88 each time.')
    await expect(preview).toContainText('buys Emerald and withdraws all its coins at once, at $0.01 per ET')
    // The wheel scrolls the page and does not change the number under the pointer.
    await dialog.getByLabel('Minimum purchase').focus()
    await dialog.getByLabel('Minimum purchase').hover()
    await page.mouse.wheel(0, 240)
    await expect(dialog.getByLabel('Minimum purchase')).toHaveValue('7000')
    await expectAccessibleAtThisWidth(page)
    // A question that is not answered leaves the form as it was, without a fault.
    await dialog.getByRole('button', { name: 'Add package' }).click()
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByText('Cancel', { exact: true }).click()
    await expect(dialog.getByLabel('Package name')).toHaveValue('Emerald')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Add package' }).click()
    await confirmIdentity(page)
    await expectToast(page, 'Package created successfully.')
    for (const figure of ['$86.45', '+2,333.31', '9,333.31', '8 hours']) {
      await expect(cardOf(page, 'Emerald')).toContainText(figure)
    }

    await page.getByRole('button', { name: 'Edit Emerald' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Emerald' })
    await edit.getByLabel('Minimum purchase').fill('1500')
    await expect(preview.or(edit.getByRole('region', { name: 'Preview' }).filter({ visible: true }))).toContainText(
      'Members will not be offered this package. Its coins are not a multiple of 1,000.',
    )
    await edit.getByLabel('Package name').fill('Jade')
    await edit.getByRole('button', { name: 'Save changes' }).click()
    await confirmIdentity(page)
    await expectToast(page, 'Package updated successfully.')
    await expect(cardOf(page, 'Jade')).toContainText('Not offered')
    await expect(page.getByRole('button', { name: 'Edit Jade' })).toBeVisible()
    await expectAccessibleAtEveryWidth(page)

    await page.getByRole('button', { name: 'Delete Jade' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete Jade?' })
    await expect(question).toContainText(deletePackageQuestion)
    await expect(question).toContainText('No member and no request refers to it, so it is removed altogether.')
    await expect(question.getByRole('button', { name: 'Keep package' })).toBeFocused()
    await expectAccessibleAtThisWidth(page)
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(cardOf(page, 'Jade')).toBeVisible()
    await page.getByRole('button', { name: 'Delete Jade' }).click()
    await question.getByRole('button', { name: 'Delete package' }).click()
    await confirmIdentity(page)
    await expectToast(page, 'Package deleted successfully.')
    await expect(cardOf(page, 'Jade')).toHaveCount(0)
  },
)

test(
  'a renamed package in use changes its name for its members, and its deletion names their number',
  phone,
  async ({ page, answers }) => {
    giveManagedPackages(answers, aManagedPackage('In use', { member_count: 1, request_count: 1 }))
    await page.goto('/admin/manage-packages')
    await page.getByRole('button', { name: 'Delete In use' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete In use?' })
    await expect(question).toContainText('1 member and 1 request refer to it.')
    await question.getByRole('button', { name: 'Delete package' }).click()
    await confirmIdentity(page)
    await expectToast(page, 'Package deleted successfully.')
    await expect(cardOf(page, 'In use')).toHaveCount(0)

    const member = aProfile()
    giveOverview(answers, member)
    const session = await readAsMember(page, answers, member, { package: { package_name: 'Used', icon: 'Star' } })
    await page.goto('/dashboard')
    const badge = page.getByTitle('Your package').filter({ visible: true })
    await expect(badge).toHaveText('Used')
    const renamed = { ...session, package: { package_name: 'In use', icon: 'Star' as const } }
    answers.give(getSession, { session: renamed, isAuthenticated: true, isAdmin: false })
    answers.announce('packages')
    await expect(badge).toHaveText('In use')
  },
)

test('a package that another administrator deletes meanwhile is reported in the form and in the question', async ({
  page,
  answers,
}) => {
  const [gone, left] = [aManagedPackage('Gone'), aManagedPackage('Left')]
  const managed = giveManagedPackages(answers, gone, left)
  await page.goto(`/admin/manage-packages?edit=${gone.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Gone' })
  await expect(dialog.getByLabel('Package name')).toBeVisible()
  managed.remove(gone.id)
  await expect(dialog.getByRole('alert')).toContainText('Somebody else has deleted this package in the meantime.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Left' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Left?' })
  managed.remove(left.id)
  await question.getByRole('button', { name: 'Delete package' }).click()
  await confirmIdentity(page)
  await expect(question.getByRole('alert')).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Update Failed')
  await expect(cardOf(page, 'Left')).toHaveCount(0)
})

test(
  'an error is reported at its field, and a text without a number becomes the default [ADMPKG-05, ADMPKG-06, ADMPKG-08, ADMPKG-09] [ERR-22]',
  phone,
  async ({ page, answers }) => {
    giveManagedPackages(answers, aManagedPackage('Gold'))
    await page.goto('/admin/manage-packages')
    await page.getByRole('button', { name: 'Add package' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add package' })
    const save = dialog.getByRole('button', { name: 'Add package' })
    await save.click()
    await expect(dialog.getByLabel('Package name')).toBeFocused()
    for (const [label, sentence] of [
      ['Package name', 'Package Name is required.'],
      ['Minimum purchase', 'Minimum Purchase is required.'],
      ['Bonus percentage', 'Bonus Percentage is required.'],
      ['Withdrawal time', 'Withdrawal Time is required.'],
    ] as const) {
      await expect(dialog.getByLabel(label)).toHaveAccessibleDescription(sentence)
    }
    await dialog.getByLabel('Package name').fill('gOLD')
    await dialog.getByLabel('Withdrawal time').fill('8 hours')
    await dialog.getByLabel('Minimum purchase').fill('-5')
    await expect(dialog.getByLabel('Minimum purchase')).toHaveAccessibleDescription(
      'Minimum Purchase must be between 0 and 1,000,000,000.',
    )
    for (const label of ['Minimum purchase', 'Bonus percentage']) {
      const field = dialog.getByLabel(label)
      await field.fill('none')
      await field.blur()
      await expect(field).toHaveValue('0')
      await expect(field).toHaveAccessibleDescription('')
      await field.fill('none')
    }
    // The page asks about an ambiguous number and leaves it as it was typed.
    await dialog.getByLabel('Coin price').fill('0,05')
    await dialog.getByLabel('Coin price').press('Enter')
    await expect(dialog.getByLabel('Coin price')).toHaveAccessibleDescription(
      'Numbers are written like 12,500.50 here. Please write yours in the same way.',
    )
    await expect(dialog.getByLabel('Coin price')).toHaveValue('0,05')
    await expect(dialog.getByLabel('Minimum purchase')).toHaveValue('0')
    await dialog.getByLabel('Coin price').fill('')
    await dialog.getByLabel('Coin price').press('Enter')
    await confirmIdentity(page)
    await expect(dialog.getByLabel('Package name')).toHaveAccessibleDescription('Package name "gOLD" already exists.')
    await expect(dialog.getByLabel('Package name')).toBeFocused()
    // After a reload every value is still there, and the package can be created under another name.
    await page.reload()
    await expect(dialog.getByText('What you typed and did not save is back.')).toBeVisible()
    await expect(dialog.getByLabel('Withdrawal time')).toHaveValue('8 hours')
    await dialog.getByLabel('Package name').fill('Nothing')
    await save.click()
    await confirmIdentity(page)
    await expectToast(page, 'Package created successfully.')
    await expect(cardOf(page, 'Nothing')).toContainText('Not offered')
    expect(answers.callsOf(createPackage).at(-1)?.body).toMatchObject({
      package_name: 'Nothing',
      min_coin_purchase: '0',
      bonus_percentage: '0',
      coin_price: '0.01',
      withdrawal_rules: '',
    })
  },
)

test('figures are typed in the language of the page, and keep their value in another language', async ({
  page,
  context,
  answers,
}) => {
  giveManagedPackages(answers)
  const speak = (language: string) => context.addCookies([{ name: 'language', value: language, url: answers.url }])
  await speak('de')
  await page.goto('/admin/manage-packages?edit=new')
  const price = page.getByLabel('Coin-Preis')
  await expect(price).toHaveValue('0,01')
  await page.getByLabel('Mindestkauf').fill('25.000')
  await price.fill('0,05')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Vorschau' }).filter({ visible: true })).toContainText('1.250,00')
  await speak('en')
  await page.reload()
  await expect(dialog.getByLabel('Coin price')).toHaveValue('0.05')
  await expect(dialog.getByLabel('Minimum purchase')).toHaveValue('25,000')
  await dialog.getByLabel('Package name').fill('Fluent')
  await dialog.getByLabel('Bonus percentage').fill('2.5')
  await dialog.getByLabel('Withdrawal time').fill('8 hours')
  await dialog.getByRole('button', { name: 'Add package' }).click()
  await confirmIdentity(page)
  await expectToast(page, 'Package created successfully.')
  await expect(cardOf(page, 'Fluent')).toContainText('$1,250.00')
})

test('a change by another administrator is reported, and both changes are kept', phone, async ({ page, answers }) => {
  const item = aManagedPackage('Shared', { ...bronze, package_name: 'Shared' })
  const managed = giveManagedPackages(answers, item)
  await page.goto(`/admin/manage-packages?edit=${item.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Shared' })
  await dialog.getByLabel('Bonus percentage').fill('7')
  managed.update(item.id, { ...bronze, package_name: 'Shared', coin_price: '0.02', icon: 'Gem' })
  const notice = dialog.getByRole('alert')
  await expect(notice).toContainText('Somebody else has changed this package in the meantime.')
  await expect(notice.getByRole('listitem')).toHaveText(['Coin price: 0.02', 'Icon: Diamond'])
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await confirmIdentity(page)
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Go on with the new version' }).click()
  await expect(dialog.getByLabel('Coin price')).toHaveValue('0.02')
  await expect(dialog.getByLabel('Bonus percentage')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await confirmIdentity(page)
  await expectToast(page, 'Package updated successfully.')
  await expect(page).toHaveURL(/\/admin\/manage-packages$/)
  expect(answers.callsOf(updatePackage).at(-1)?.body).toMatchObject({
    bonus_percentage: '7',
    coin_price: '0.02',
    icon: 'Gem',
    revision: 2,
  })
})

test('the name and the rules of a package are plain text on the public page [A99]', async ({ page, answers }) => {
  const script = '<img src=x onerror="document.title=1">'
  const rules = '<script>document.title=2</script> & <b>bold</b>\n{{7*7}} ${7*7}'
  const fields = { withdrawal_rules: rules, withdrawal_time: '<svg onload=alert(1)>' }
  giveManagedPackages(answers, aManagedPackage(script, fields))
  answers.give(listPackages, { items: [aPackage({ package_name: script, ...fields })] })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  for (const path of ['/admin/manage-packages', '/']) {
    if (path === '/') {
      await page.context().clearCookies()
      readAsVisitor(answers)
    }
    await page.goto(path)
    const card = cardOf(page, script)
    await expect(card.getByRole('heading')).toContainText(script)
    for (const line of rules.split('\n')) await expect(card).toContainText(line)
    await expect(card).toContainText('<svg onload=alert(1)>')
    await expect(card.locator('img, script, b')).toHaveCount(0)
    expect(await page.title()).not.toMatch(/^[12]$/)
    expect(dialogs).toEqual([])
  }
})

function cardOf(page: Page, name: string) {
  return page.getByRole('article', { name, exact: true })
}

function aManagedPackage(name: string, fields: Partial<ManagedPackage> = {}): ManagedPackage {
  const state = { is_buyable: true, revision: 1, member_count: 0, request_count: 0 }
  return { ...aPackage({ package_name: name }), ...state, ...fields }
}

/** Answers the packages and changes of them. The returned functions make the changes of another administrator. */
function giveManagedPackages(answers: Answers, ...packages: ManagedPackage[]) {
  let items = packages
  const put = (changed: ManagedPackage) => {
    items = [...items.filter(({ id }) => id !== changed.id), changed]
    answers.announce('packages')
    return changed
  }
  const find = (id: string) => {
    const found = items.find((item) => item.id === id)
    if (!found) throw new Refusal('not_found')
    return found
  }
  const create = (body: PackageBody) => {
    if (items.some(({ package_name: name }) => name.toLowerCase() === body.package_name.toLowerCase())) {
      throw new Refusal('package_name_taken', { field: 'package_name', values: { name: body.package_name } })
    }
    return put({ ...aManagedPackage(body.package_name), ...workOut(body) })
  }
  const update = (id: string, body: PackageBody) => {
    const before = find(id)
    return put({ ...before, ...workOut(body), revision: before.revision + 1 })
  }
  const remove = (id: string) => {
    find(id)
    items = items.filter((item) => item.id !== id)
    answers.announce('packages')
  }
  answers.give(listManagedPackages, () => ({ items }))
  answers.give(createPackage, ({ body }) => ({ package: create(body) }))
  answers.give(updatePackage, ({ params: { packageId }, body: { revision, ...body } }) => {
    if (find(packageId).revision !== revision) throw new Refusal('edited_meanwhile')
    return { package: update(packageId, body) }
  })
  answers.give(deletePackage, ({ params: { packageId } }) => {
    remove(packageId)
    return {}
  })
  return { update, remove }
}

/** Returns the fields of a package that the server works out from the typed ones. */
function workOut(body: PackageBody) {
  const { min_coin_purchase: coins, coin_price: price, bonus_percentage: percentage } = body
  const bonus = percentageOf(coins, percentage)
  const isBuyable = Number(coins) > 0 && Number(coins) % 1000 === 0 && Number(price) > 0
  return {
    ...body,
    withdrawal_rules: body.withdrawal_rules || null,
    bonus_coins: bonus,
    total_coins: add(coins, bonus),
    total_price: multiply(coins, price, 2),
    is_buyable: isBuyable,
  }
}
