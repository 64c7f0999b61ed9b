import type { Locator, Page } from '@playwright/test'
import { listAuditEvents } from '../../contract/audit.ts'
import { toasts } from '../../contract/texts.ts'
import { call, createAdmin, useSession } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password, turnOnSecondFactor } from '../helpers/screens.ts'
import { startServer } from '../helpers/server.ts'
import { expectSoundScreen } from '../helpers/sound-screen.ts'

const operator = { name: 'Assay Coins Ltd', address: '1 Mint Lane, London', email: 'people@coins.example.org' }

test('the first administrator finds what is left to set up, does it where the list leads, and the list ticks it', async ({
  page,
  server,
  isMobile,
}) => {
  const admin = await createAdmin(server)
  await useSession(page, admin)
  await page.goto('/admin')
  await expect(tasks(page)).toHaveText([
    /^Deposit address To do/,
    /^Name and address of the operator To do/,
    /^Mail server To do.*SMTP_URL/,
    /^Your second factor To do/,
    /^A first package Done/,
  ])
  await expect(card(page)).toContainText('1 of 5 done')
  await expect(tasks(page).nth(2).getByRole('link')).toHaveAttribute('href', '/dev/mail')
  for (const width of isMobile ? [375] : [1440, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expectSoundScreen(page)
  }

  await tasks(page).first().getByRole('link', { name: 'Enter the address' }).click()
  await expect(page).toHaveURL(/\/admin\/settings#deposits$/)
  await expect(page.locator('#deposits').getByRole('heading').first()).toBeInViewport()
  await page.goBack()
  await tasks(page).nth(1).getByRole('link', { name: 'Enter the operator' }).click()
  const section = page.locator('#operator')
  await expect(section.getByRole('textbox', { name: 'Name of the operator' })).toBeInViewport()
  await section.getByRole('textbox', { name: 'Name of the operator' }).fill(operator.name)
  await section.getByRole('textbox', { name: 'Postal address' }).fill(operator.address)
  await section.getByRole('textbox', { name: 'Email' }).fill('people')
  await section.getByRole('button', { name: 'Save operator' }).click()
  await expect(section.getByText('A valid email is required.')).toBeVisible()
  await section.getByRole('textbox', { name: 'Email' }).fill(operator.email)
  await expectSoundScreen(page)
  await section.getByRole('button', { name: 'Save operator' }).click()
  const question = page.getByRole('alertdialog', { name: 'Change who runs this site?' })
  for (const detail of Object.values(operator)) await expect(question).toContainText(detail)
  await question.getByRole('button', { name: 'Save changes' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await proof.getByLabel('Password', { exact: true }).fill(password)
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectToast(page, toasts.settingsSaved.title)

  await page.goto('/admin')
  await expect(tasks(page).nth(1)).toHaveText(/^Name and address of the operator Done/)
  await expect(card(page)).toContainText('2 of 5 done')
  await page.goto('/terms')
  const first = page.getByRole('article').locator('section').nth(1)
  await expect(first).toContainText(`${operator.name}, ${operator.address}`)
  await expect(first.getByRole('link', { name: operator.email })).toBeVisible()
  const { items } = await call(admin, listAuditEvents, { query: { action: 'settings_changed' } })
  expect(items[0]?.changes).toContainEqual({ field: 'operator_name', before: null, after: operator.name })

  // The list can be hidden for good on this browser.
  await page.goto('/admin')
  await card(page).getByRole('button', { name: 'Hide this list' }).click()
  await expect(card(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Live rate', exact: true })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('the list is gone once everything is done', async ({ page, isMobile }) => {
  test.skip(isMobile, 'the same list, whatever its width')
  const server = await startServer({
    env: {
      SMTP_URL: 'smtp://127.0.0.1:1',
      DEPOSIT_ADDRESS: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      OPERATOR_NAME: operator.name,
      OPERATOR_ADDRESS: operator.address,
      OPERATOR_EMAIL: operator.email,
    },
  })
  try {
    await useSession(page, await createAdmin(server))
    await page.goto(`${server.url}/admin`)
    await expect(card(page)).toContainText('4 of 5 done')
    await tasks(page).nth(3).getByRole('link', { name: 'Turn it on' }).click()
    await turnOnSecondFactor(page)
    await page.goto(`${server.url}/admin`)
    await expect(page.getByText('No pending buy requests.').or(page.getByText('All Clear!')).first()).toBeVisible()
    await expect(card(page)).toHaveCount(0)
    // The value of the configuration stands beside the fields, and a saved value overrules it.
    await page.goto(`${server.url}/admin/settings`)
    await expect(page.locator('#operator')).toContainText(`The configuration says ${operator.name}.`)
  } finally {
    await server.stop()
  }
})

function card(page: Page): Locator {
  return page.locator('section').filter({ has: page.getByRole('heading', { name: 'Set up this site' }) })
}

function tasks(page: Page): Locator {
  return page.getByRole('list', { name: 'Set up this site' }).getByRole('listitem')
}
