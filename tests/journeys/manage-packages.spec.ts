import type { Page } from '@playwright/test'
import type { PackageBody } from '../../contract/package-body.ts'
import { createPackage, deletePackage, listManagedPackages, updatePackage } from '../../contract/packages.ts'
import { deletePackageQuestion } from '../../contract/texts.ts'
import { buy, call, createAdmin, createMember, useSession, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const bronze = {
  package_name: 'Bronze',
  min_coin_purchase: '5000',
  coin_price: '0.01',
  bonus_percentage: '2.5',
  withdrawal_time: '72 hours',
  withdrawal_rules: '',
  icon: 'Star',
} satisfies PackageBody

let admin: Person
test.beforeEach(async ({ page, server }) => {
  if (admin?.server !== server) admin = await createAdmin(server)
  await useSession(page, admin)
})

test('a package is added with its figures shown while they are typed, changed, and deleted; who looks at the packages sees it at once [ADMPKG-01, ADMPKG-02, ADMPKG-03, ADMPKG-04, ADMPKG-07, ADMPKG-13] [OK-08] [OK-09] [OK-10]', async ({
  page,
  server,
  browser,
}) => {
  const member = await createMember(server, { packageName: 'Gold' })
  const memberPage = await (await browser.newContext({ baseURL: server.url })).newPage()
  await useSession(memberPage, member)
  await memberPage.goto('/dashboard/buy')
  await expect(memberPage.getByRole('radio', { name: /Gold/ })).toBeVisible()

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
  // The wheel scrolls the page and does not change the number under the pointer.
  await dialog.getByLabel('Minimum purchase').focus()
  await dialog.getByLabel('Minimum purchase').hover()
  await page.mouse.wheel(0, 240)
  await expect(dialog.getByLabel('Minimum purchase')).toHaveValue('7000')
  await expectSoundLayer(page)
  await dialog.getByRole('button', { name: 'Add package' }).click()
  await expectToast(page, 'Package created successfully.')
  for (const figure of ['$86.45', '+2,333.31', '9,333.31', '8 hours']) {
    await expect(cardOf(page, 'Emerald')).toContainText(figure)
  }
  await expect(memberPage.getByRole('radio', { name: /Emerald/ })).toBeVisible()

  await page.getByRole('button', { name: 'Edit Emerald' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Emerald' })
  await edit.getByLabel('Minimum purchase').fill('1500')
  await expect(preview.or(edit.getByRole('region', { name: 'Preview' }).filter({ visible: true }))).toContainText(
    'Members will not be offered this package. Its coins are not a multiple of 1,000.',
  )
  await edit.getByLabel('Package name').fill('Jade')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Package updated successfully.')
  await expect(cardOf(page, 'Jade')).toContainText('Not offered')
  await expect(page.getByRole('button', { name: 'Edit Jade' })).toBeVisible()
  await expect(memberPage.getByRole('radio', { name: /Gold/ })).toBeVisible()
  await expect(memberPage.getByRole('radio', { name: /Emerald|Jade/ })).toHaveCount(0)
  await expectSoundScreen(page)

  await page.getByRole('button', { name: 'Delete Jade' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Jade?' })
  await expect(question).toContainText(deletePackageQuestion)
  await expect(question).toContainText('No member and no request refers to it, so it is removed altogether.')
  await expect(question.getByRole('button', { name: 'Keep package' })).toBeFocused()
  await expectSoundLayer(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(cardOf(page, 'Jade')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Jade' }).click()
  await question.getByRole('button', { name: 'Delete package' }).click()
  await expectToast(page, 'Package deleted successfully.')
  await expect(cardOf(page, 'Jade')).toHaveCount(0)
  await memberPage.context().close()
})

test('a package whose answer got lost is saved by the second try as by the first, and once', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'one browser is enough')
  const keys: (string | undefined)[] = []
  await page.route('**/api/packages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    // The server makes the change, and its answer is lost.
    await route.fetch()
    return route.abort()
  })
  await page.goto('/admin/manage-packages')
  await page.getByRole('button', { name: 'Add package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add package' })
  await dialog.getByLabel('Package name').fill('Twice')
  const numbers = { 'Minimum purchase': '7000', 'Coin price': '0.01', 'Bonus percentage': '5' }
  for (const [label, value] of Object.entries(numbers))
    await dialog.getByRole('spinbutton', { name: label }).fill(value)
  await dialog.getByLabel('Withdrawal time').fill('8 hours')
  const save = dialog.getByRole('button', { name: 'Add package' })
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('The server cannot be reached.')
  await save.click()
  await expectToast(page, 'Package created successfully.')
  await expect(cardOf(page, 'Twice')).toHaveCount(1)
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]])
})

test('a package in use keeps its name in step for whoever has it, and whoever deletes it reads who that is', async ({
  page,
  server,
  browser,
}) => {
  const { package: used } = await call(admin, createPackage, { body: { ...bronze, package_name: 'Used' } })
  const member = await createMember(server, { packageName: 'Used' })
  await buy(member, 'Used')
  const memberPage = await (await browser.newContext({ baseURL: server.url })).newPage()
  await useSession(memberPage, member)
  await memberPage.goto('/dashboard')
  const badge = memberPage.getByTitle('Your package').filter({ visible: true })
  await expect(badge).toHaveText('Used')
  const renamed = { ...bronze, package_name: 'In use', revision: used.revision }
  await call(admin, updatePackage, { params: { packageId: used.id }, body: renamed })
  await expect(badge).toHaveText('In use')

  await page.goto('/admin/manage-packages')
  await page.getByRole('button', { name: 'Delete In use' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete In use?' })
  await expect(question).toContainText('1 member and 1 request refer to it.')
  await question.getByRole('button', { name: 'Delete package' }).click()
  await expectToast(page, 'Package deleted successfully.')
  await expect(cardOf(page, 'In use')).toHaveCount(0)
  // The package still belongs to the member.
  await memberPage.reload()
  await expect(badge).toHaveText('In use')
  await memberPage.context().close()
})

test('a package that somebody else deletes meanwhile is told in the form and in the question', async ({ page }) => {
  const { package: gone } = await call(admin, createPackage, { body: { ...bronze, package_name: 'Gone' } })
  const { package: left } = await call(admin, createPackage, { body: { ...bronze, package_name: 'Left' } })
  await page.goto(`/admin/manage-packages?edit=${gone.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Gone' })
  await expect(dialog.getByLabel('Package name')).toBeVisible()
  await call(admin, deletePackage, { params: { packageId: gone.id } })
  await expect(dialog.getByRole('alert')).toContainText('Somebody else has deleted this package in the meantime.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete Left' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Left?' })
  await call(admin, deletePackage, { params: { packageId: left.id } })
  await question.getByRole('button', { name: 'Delete package' }).click()
  await expect(question.getByRole('alert')).toBeVisible()
  await question.getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Update Failed')
  await expect(cardOf(page, 'Left')).toHaveCount(0)
})

test('what cannot be saved is said at its field, and what is no number becomes its default [ADMPKG-05, ADMPKG-06, ADMPKG-08, ADMPKG-09] [ERR-22]', async ({
  page,
}) => {
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
  await expect(dialog.getByLabel('Package name')).toHaveAccessibleDescription('Package name "gOLD" already exists.')
  await expect(dialog.getByLabel('Package name')).toBeFocused()
  // After a reload every value is still there, and the package can be created under another name.
  await page.reload()
  await expect(dialog.getByText('What you typed and did not save is back.')).toBeVisible()
  await expect(dialog.getByLabel('Withdrawal time')).toHaveValue('8 hours')
  await dialog.getByLabel('Package name').fill('Nothing')
  await save.click()
  await expectToast(page, 'Package created successfully.')
  await expect(cardOf(page, 'Nothing')).toContainText('Not offered')
  const { items } = await call(admin, listManagedPackages, {})
  expect(items.find(({ package_name: name }) => name === 'Nothing')).toMatchObject({
    min_coin_purchase: '0',
    bonus_percentage: '0',
    coin_price: '0.01',
    withdrawal_rules: null,
  })
})

test('figures are typed in the language of the page, and stay the same ones in another', async ({
  page,
  context,
  server,
}) => {
  const speak = (language: string) => context.addCookies([{ name: 'language', value: language, url: server.url }])
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
  await expectToast(page, 'Package created successfully.')
  await expect(cardOf(page, 'Fluent')).toContainText('$1,250.00')
})

test('a change that somebody else makes meanwhile is told, and nothing of either is lost', async ({ page }) => {
  const { package: item } = await call(admin, createPackage, { body: { ...bronze, package_name: 'Shared' } })
  await page.goto(`/admin/manage-packages?edit=${item.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Shared' })
  await dialog.getByLabel('Bonus percentage').fill('7')
  const theirs = { ...bronze, package_name: 'Shared', coin_price: '0.02', icon: 'Gem' as const, revision: 1 }
  await call(admin, updatePackage, { params: { packageId: item.id }, body: theirs })
  const notice = dialog.getByRole('alert')
  await expect(notice).toContainText('Somebody else has changed this package in the meantime.')
  await expect(notice.getByRole('listitem')).toHaveText(['Coin price: 0.02', 'Icon: Diamond'])
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Go on with the new version' }).click()
  await expect(dialog.getByLabel('Coin price')).toHaveValue('0.02')
  await expect(dialog.getByLabel('Bonus percentage')).toHaveValue('7')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Package updated successfully.')
  await expect(page).toHaveURL(/\/admin\/manage-packages$/)
  const { items } = await call(admin, listManagedPackages, {})
  expect(items.find(({ id }) => id === item.id)).toMatchObject({
    bonus_percentage: '7',
    coin_price: '0.02',
    icon: 'Gem',
    revision: 3,
  })
})

test('the name and the rules of a package are text on the public page, whatever they hold [A99]', async ({
  page,
  browser,
  server,
}) => {
  const script = '<img src=x onerror="document.title=1">'
  const rules = '<script>document.title=2</script> & <b>bold</b>\n{{7*7}} ${7*7}'
  const body = { ...bronze, package_name: script, withdrawal_rules: rules, withdrawal_time: '<svg onload=alert(1)>' }
  await call(admin, createPackage, { body })
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  for (const [who, path] of [
    [visitor, '/'],
    [page, '/admin/manage-packages'],
  ] as const) {
    const dialogs: string[] = []
    who.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await who.goto(path)
    const card = cardOf(who, script)
    await expect(card.getByRole('heading')).toContainText(script)
    for (const line of rules.split('\n')) await expect(card).toContainText(line)
    await expect(card).toContainText('<svg onload=alert(1)>')
    await expect(card.locator('img, script, b')).toHaveCount(0)
    expect(await who.title()).not.toMatch(/^[12]$/)
    expect(dialogs).toEqual([])
  }
  await visitor.context().close()
})

function cardOf(page: Page, name: string) {
  return page.getByRole('article', { name, exact: true })
}
