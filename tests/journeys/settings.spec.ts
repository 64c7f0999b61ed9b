import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { changeSettings, getAdminSettings } from '../../contract/admin-settings.ts'
import { listAuditEvents } from '../../contract/audit.ts'
import { call, createAdmin, createBuyer, useSession, withDatabase, type Person } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'
import { expectSoundLayer } from '../helpers/sound-screen.ts'
import type { TestServer } from '../helpers/server.ts'

let admin: Person
test.beforeEach(async ({ page, server }) => {
  if (admin?.server !== server) admin = await createAdmin(server)
  await useSession(page, admin)
})

test('another rate shows beforehand what it costs, is asked about and proven, and counts everywhere at once', async ({
  page,
  server,
  browser,
}) => {
  const member = await createBuyer(admin)
  const memberPage = await openAs(member, await browser.newContext({ baseURL: server.url }))
  await memberPage.goto('/dashboard')
  const strip = memberPage.getByRole('region', { name: 'Live rate and figures' })
  await expect(strip).toContainText('$0.0100')

  await page.goto('/admin/settings')
  await page.getByRole('textbox', { name: 'Rate' }).fill('0.02')
  const facts = page.locator('[aria-live=polite]')
  await expect(facts).toContainText('Worth at $0.02')
  await expect(facts).toContainText('This is above the average purchase price')
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
  await expectSoundLayer(page)
  await question.getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expectToast(page, 'Settings saved.')
  await expect(strip).toContainText('$0.0200')
  await expect(memberPage.getByText(/at \$0\.0200/)).toBeVisible()
  const history = page.getByRole('region', { name: 'Rate history' })
  await expect(history.getByRole('row', { name: /\$0\.0100 \$0\.0200 Ines Carvalho/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Rate since Today: \$0\.0100 before, \$0\.0200 now/ })).toBeVisible()

  // Another administrator has changed the same setting first. The page shows the new value and keeps the typed one.
  await page.getByRole('textbox', { name: 'Top-up price' }).fill('0.03')
  await setPrice(server, '0.015')
  await expect(page.getByText('Somebody else has changed this in the meantime.')).toBeVisible()
  await expect(page.getByText('Top-up price: $0.015 per ET')).toBeVisible()
  await page.getByRole('button', { name: 'Go on with the new version' }).click()
  await expect(page.getByRole('textbox', { name: 'Top-up price' })).toHaveValue('0.03')
  await page.getByRole('button', { name: 'Save prices' }).click()
  // A further change during the question ends the question.
  const asked = page.getByRole('alertdialog', { name: 'Change prices and rewards?' })
  await expect(asked).toContainText('$0.015 per ET')
  await setPrice(server, '0.017')
  await expect(asked.getByRole('alert')).toContainText('Top-up price: $0.017 per ET')
  await expect(asked.getByRole('button')).toHaveText(['Close'])
  await asked.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Go on with the new version' }).click()
  await page.getByRole('button', { name: 'Save prices' }).click()
  await asked.getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect((await call(admin, getAdminSettings, {})).topup_coin_price).toBe('0.03')

  // A change of another administrator in another part does not disturb, even while the question is open.
  await page.getByRole('textbox', { name: 'Confirm decisions above' }).fill('12000')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('$12,000.00')
  const movement = page.locator('main input[type=checkbox]')
  const isOn = await movement.isChecked()
  await toggleMovement()
  await expect(movement).toBeChecked({ checked: !isOn })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect((await call(admin, getAdminSettings, {})).step_up_usd).toBe('12000')
  await memberPage.context().close()
})

test('where members send USDT is checked, shown to them as text, and warned about where it is mistyped [A99]', async ({
  page,
  server,
  browser,
}) => {
  const member = await createBuyer(admin)
  const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
  const script = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
  await page.goto('/admin/settings')
  await expect(page.getByText('No address is set: members see a placeholder that nobody can pay to.')).toBeVisible()
  const field = page.getByRole('textbox', { name: /^Address/ })
  await field.fill('not an address')
  await field.blur()
  await expect(page.getByText(/Please enter an address/)).toBeVisible()
  // If the check itself fails, the page must not look as if the address were good.
  await page.route('**/api/admin-settings/deposit-check*', (route) => route.abort())
  await field.fill(`${address.slice(0, -1)}G`)
  await expect(page.getByText('The address could not be checked for typing errors.')).toBeVisible()
  await page.unroute('**/api/admin-settings/deposit-check*')
  await field.fill(`${address.slice(0, -1)}F`)
  await expect(field).toHaveAccessibleDescription(
    /The checksum of this address is wrong: it has probably been mistyped\./,
  )
  await page.getByRole('button', { name: 'Save deposits' }).click()
  await expect(field).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await field.fill(address)
  await expect(page.getByText('The checksum of this address is wrong: it has probably been mistyped.')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Network' }).fill('ERC20')
  await expect(page.getByText('This does not look like an address of this network.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Network' }).fill('TRC20')
  await page.getByRole('textbox', { name: 'Instructions' }).fill(`Send it in one payment.\n${script}`)
  await expect(page.getByRole('region', { name: 'What members see' })).toContainText(script)
  await page.getByRole('button', { name: 'Save deposits' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(address)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save changes' }).click()
  await prove(page)
  await expectToast(page, 'Settings saved.')

  const memberPage = await openAs(member, await browser.newContext({ baseURL: server.url }))
  const dialogs: string[] = []
  memberPage.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await memberPage.goto('/dashboard/buy')
  const list = memberPage.getByRole('list').filter({ hasText: 'Send it in one payment.' })
  await expect(list).toContainText(script)
  await expect(list.locator('img, script')).toHaveCount(0)
  expect(await memberPage.title()).not.toBe('1')
  expect(dialogs).toEqual([])
  await memberPage.context().close()
})

test('an address of the configuration that is mistyped is warned about, too', async ({ page }) => {
  const settings = await call(admin, getAdminSettings, {})
  const inForce = { source: 'configuration', address: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF', warnings: ['checksum'] }
  await page.route('**/api/admin-settings', (route) =>
    route.fulfill({ json: { ...settings, deposit_address: null, deposit_in_force: inForce } }),
  )
  await page.goto('/admin/settings')
  await expect(page.getByText(/members see the one of the configuration/)).toContainText(inForce.address)
  await expect(page.getByText('The checksum of this address is wrong: it has probably been mistyped.')).toBeVisible()
})

test('the log is looked through by address, shows what was before and after, and is saved as a file', async ({
  page,
}) => {
  await toggleMovement()
  const member = await createBuyer(admin, { name: 'Sanna Virtanen Mustonen' })
  await page.goto('/admin/audit-log')
  const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Approved a request' }).first()).toContainText('Sanna Virtanen')
  await page.getByLabel('What').selectOption('Changed the settings')
  await expect(page).toHaveURL(/action=settings_changed/)
  await expect(rows.filter({ hasText: 'Approved a request' })).toHaveCount(0)
  await rows.filter({ hasText: 'Changed the settings' }).first().getByRole('link', { name: /^Open/ }).click()
  const entry = page.getByRole('dialog', { name: 'Entry' })
  for (const text of ['Ines Carvalho', admin.email, '127.0.0.1', 'Simulated movement', 'Before', 'true', 'false']) {
    await expect(entry).toContainText(text)
  }
  await expectSoundLayer(page)
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)

  await page.getByLabel('What').selectOption('Everything')
  await page.getByRole('button', { name: /Whom/ }).click()
  await page.getByRole('searchbox', { name: 'Find a member' }).fill(member.memberId)
  await page.getByRole('button', { name: /Sanna Virtanen/ }).click()
  await expect(page).toHaveURL(new RegExp(`subject_id=${member.userId}`))
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(/Approved a request.*Buy, [\d,]+ ET/)
  // The row is wider than its region, but the link to the entry stays in view.
  await page.setViewportSize({ width: 768, height: 900 })
  const region = page.getByRole('region', { name: 'Audit log' })
  expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0)
  await expect(rows.nth(1).getByRole('link', { name: /^Open/ })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^CSV/ }).click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain('Approved a request,request_approved,Ines Carvalho')
  await page.goBack()
  await expect(page).not.toHaveURL(/subject_id/)

  // The last page does not contain all entries.
  await toggleMovement()
  const query = { actor_id: admin.userId, action: 'settings_changed' } as const
  const { items } = await call(admin, listAuditEvents, { query })
  const { next_cursor: cursor } = await call(admin, listAuditEvents, { query: { ...query, limit: items.length - 1 } })
  await page.goto(`/admin/audit-log?${new URLSearchParams({ ...query, cursor: cursor ?? '' })}`)
  await expect(page.getByRole('status').filter({ hasText: '1 entry on this page, newest first' })).toBeVisible()
  await page.getByLabel('From', { exact: false }).first().fill('2001-01-01')
  await page.getByLabel('To', { exact: false }).first().fill('2001-01-02')
  await expect(page.getByText('Nothing on record matches your filters.')).toBeVisible()
})

test('the log is narrowed down to one address, by what is typed and from where an address stands', async ({
  page,
  server,
}) => {
  const member = await createBuyer(admin)
  const elsewhere = '2001:db8::7'
  await withDatabase(server, (db) =>
    db
      .insertInto('audit_events')
      .values({ action: 'sign_in_refused', ip_address: elsewhere, actor_id: null, detail: '{}' })
      .execute(),
  )
  await page.goto(`/admin/audit-log?subject_id=${member.userId}`)
  const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  const field = page.getByRole('textbox', { name: /^Address/ })
  await expect(field).toHaveAccessibleDescription('Replaces “Who” and “Whom”.')

  // An incomplete address is reported after Enter, and the list stays unchanged.
  await field.fill('192.0.2')
  await field.press('Enter')
  await expect(page.getByText('Please enter a whole IP address.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expectSoundLayer(page)

  // Any spelling of the address is found, and one step back restores the person.
  await field.fill(' 2001:DB8:0::7')
  await expect(page).toHaveURL('/admin/audit-log?ip_address=2001%3Adb8%3A%3A7')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(/Nobody signed in.*Tried to log in/)
  await expect(field).toHaveAccessibleDescription('Replaced by “Who” or “Whom”.')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^CSV/ }).click()
  const file = readFileSync(await (await saving).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`\\?subject_id=${member.userId}$`))
  await expect(field).toHaveValue('')

  await rows.nth(1).getByRole('link', { name: /^Open/ }).click()
  await page.getByRole('dialog', { name: 'Entry' }).getByRole('link', { name: 'All from this address' }).click()
  await expect(page).toHaveURL('/admin/audit-log?ip_address=127.0.0.1')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toHaveValue('127.0.0.1')
  await page.getByRole('button', { name: /^Whom/ }).click()
  await page.getByRole('searchbox', { name: 'Find a member' }).fill(member.memberId)
  await page.getByRole('button', { name: new RegExp(member.memberId) }).click()
  await expect(page).toHaveURL(new RegExp(`\\?subject_id=${member.userId}$`))
  await expect(field).toHaveValue('')
  await rows.nth(1).getByRole('link', { name: '127.0.0.1' }).click()
  await expect(page).toHaveURL('/admin/audit-log?ip_address=127.0.0.1')

  await field.fill('203.0.113.254')
  await field.press('Enter')
  await expect(page.getByText('Nothing on record matches your filters.')).toBeVisible()
  await page.goto(`/admin/users/${member.userId}?tab=logins`)
  await page.getByRole('region', { name: 'Login history' }).getByRole('link', { name: '127.0.0.1' }).first().click()
  await expect(page).toHaveURL('/admin/audit-log?ip_address=127.0.0.1')
})

async function openAs(person: Person, context: Awaited<ReturnType<Page['context']>>): Promise<Page> {
  const page = await context.newPage()
  await useSession(page, person)
  return page
}

/** Enters the password that a change of the settings needs. */
async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Sets the price as another administrator would. The next change by a call informs the open pages. */
async function setPrice(server: TestServer, price: string): Promise<void> {
  await withDatabase(server, (db) =>
    db
      .updateTable('settings')
      .set((eb) => ({ topup_coin_price: price, revision: eb('revision', '+', 1) }))
      .execute(),
  )
  await toggleMovement()
}

/** Switches the one setting that needs no proof. */
async function toggleMovement(): Promise<void> {
  const { revision, simulated_movement: isOn } = await call(admin, getAdminSettings, {})
  await call(admin, changeSettings, { body: { revision, simulated_movement: !isOn } })
}
