import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getOperator } from '../../contract/operator.ts'
import { exportReportDays, exportReportPackages, getReport } from '../../contract/reports.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile } from '../helpers/screen-data.ts'
import { anEmptyReport, aReport } from '../helpers/screen-data/reports.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

const february = { from: '2024-02-01', to: '2024-02-29' }
const path = `/admin/reports?period=own&from=${february.from}&to=${february.to}`
const phone = { tag: '@phone' }

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  answers.give(getReport, aReport)
})

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).getByRole('table')

test(
  'figures, days, packages and the balance add up for the eye and for a screen reader',
  phone,
  async ({ page, answers }) => {
    await page.goto(path)
    await expect(page.getByText('1 February 2024 to 29 February 2024, in UTC')).toBeVisible()
    await expect(card(page, 'Coins that members hold').getByRole('definition')).toHaveText([
      /^100.ET$/,
      /^7,493\.25.ET$/,
      /^7,593\.25.ET$/,
    ])
    const figures = card(page, 'In the period')
    await expect(figures.locator('dl > div')).toHaveText([
      /^Bought8,000.ET2 movements · \$80\.00$/,
      /^Bonus500\.25.ET1 movement$/,
      /^Rewards1,000.ET1 movement$/,
      /^Adjusted up0.ET0 movements$/,
      /^Withdrawn2,000.ET1 movement · \$20\.00$/,
      /^Adjusted down7.ET1 movement$/,
      /^Transferred1,000.ET1 movement · \$10\.00$/,
      /^Paid out19\.5000.USDT1 payout$/,
    ])
    const days = table(page, 'By day')
    await expect(days.getByRole('row')).toHaveCount(4)
    await expect(days.getByRole('row', { name: '27 Feb 2024' }).getByRole('cell')).toHaveText([
      '27 Feb 2024',
      '2',
      '8,000',
      '$80.00',
      '500.25',
      '1,000',
      '0',
      '0',
      '$0.00',
      '0',
      '0',
      '$0.00',
      '9,500.25',
      '0.0000',
    ])
    await expect(days.getByRole('row').last().getByRole('cell')).toHaveText([
      'Sum',
      '2',
      '8,000',
      '$80.00',
      '500.25',
      '1,000',
      '0',
      '2,000',
      '$20.00',
      '7',
      '1,000',
      '$10.00',
      '7,493.25',
      '19.5000',
    ])
    await expect(table(page, 'By package').getByRole('row')).toHaveText([
      'PackagePurchasesBought (ET)Bought (USD)Bonus (ET)Rewards (ET)',
      'Gold15,000$50.00500.251,000',
      'Top-ups13,000$30.0000',
      'Sum28,000$80.00500.251,000',
    ])
    await expect(card(page, 'Balance of the platform now').getByRole('definition')).toHaveText([
      /^21,000.ET$/,
      /^− 4,000.ET$/,
      /^17,000.ET$/,
      /^− 1,000.ET$/,
      /^− 500.ET$/,
      /^15,500.ET$/,
      /^40\.1234.USDT$/,
    ])
    await expect(page.getByText('ET takes no fees')).toBeVisible()
    expect(answers.callsOf(getReport)[0]?.query).toEqual(february)
    await expectAccessibleAtEveryWidth(page)
  },
)

test('the chart is read by the arrow keys, and its whole says the sums', async ({ page }) => {
  await page.goto(path)
  const chart = page.getByRole('figure')
  await expect(chart.getByRole('img')).toHaveAccessibleName(/9,500\.25 ET in and 2,007 ET out altogether/)
  const slider = chart.getByRole('slider', { name: 'Day' })
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', '27 Feb 2024: 9,500.25 ET in, 0 ET out')
})

test('the period is chosen by a preset or by two days, and stays in the address', async ({ page, answers }) => {
  await page.clock.install({ time: new Date('2026-03-31T12:00:00Z') })
  await page.goto('/admin/reports')
  const period = page.getByLabel('Period')
  const asked = async () => answers.callsOf(getReport).at(-1)?.query
  await expect(period).toHaveValue('this-month')
  await expect.poll(asked).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  await period.selectOption('Last month')
  await expect(page).toHaveURL('/admin/reports?period=last-month')
  await expect.poll(asked).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  await page.goBack()
  await expect(period).toHaveValue('this-month')
  await period.selectOption('Last year')
  await expect.poll(asked).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  // An own period begins with the days that were shown.
  await period.selectOption('Own period')
  await expect(page).toHaveURL('/admin/reports?period=own&from=2025-01-01&to=2025-12-31')
  await page.getByLabel('From').fill('2025-06-01')
  await expect.poll(asked).toEqual({ from: '2025-06-01', to: '2025-12-31' })
  const calls = answers.callsOf(getReport).length
  await page.getByLabel('From').fill('2024-06-01')
  await expect(page.getByRole('status').filter({ hasText: errors.report_too_long.message })).toBeVisible()
  await page.getByLabel('From').fill('')
  await expect(page.getByText('Please choose the first and the last day.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
  expect(answers.callsOf(getReport)).toHaveLength(calls)
})

test('an empty period says so, and a report that cannot be read says why', async ({ page, answers }) => {
  answers.give(getReport, anEmptyReport)
  await page.goto(path)
  await expect(page.getByText('No movements in this period.')).toBeVisible()
  await expect(card(page, 'Balance of the platform now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV of the days' })).toHaveCount(0)
  await expectAccessibleAtEveryWidth(page)
  answers.give(getReport, () => {
    throw new Refusal('forbidden')
  })
  await page.goto(path)
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
})

test('the days and the packages of the period are saved as files, without a proof', async ({ page, answers }) => {
  for (const [operation, name] of [
    [exportReportDays, 'days'],
    [exportReportPackages, 'packages'],
  ] as const) {
    answers.give(operation, ({ reply }) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="et-report-${name}.csv"`)
      return 'Day'
    })
  }
  await page.goto(path)
  for (const [operation, name] of [
    [exportReportDays, 'days'],
    [exportReportPackages, 'packages'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `CSV of the ${name}` }).click()
    expect((await download).suggestedFilename()).toBe(`et-report-${name}.csv`)
    expect(answers.callsOf(operation)[0]?.query).toEqual(february)
  }
})

test('a report prints in light colours with its operator, its period and its figures, and nothing of the page', async ({
  page,
  answers,
}) => {
  answers.give(getOperator, { name: 'Assay Ltd', address: '1 Mint Street', email: 'office@example.org' })
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    window.print = () => {}
  })
  await page.goto(path)
  await expect(table(page, 'By day')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  const sheet = page.getByRole('article')
  await expect(page).toHaveTitle('ET report 2024-02-01 to 2024-02-29')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.locator('header')).toHaveText('ETReport')
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('1 February 2024 to 29 February 2024, in UTC')
  await expect(sheet).toContainText('Assay Ltd1 Mint Street')
  await expect(sheet.getByRole('table').first().getByRole('row', { name: 'Gold' })).toHaveText(
    'Gold15,000$50.00500.251,000',
  )
  await expect(sheet.getByRole('table').last().getByRole('row')).toHaveCount(4)
  await expect(sheet.getByRole('table').last().locator('thead')).toHaveCSS('display', 'table-header-group')
  await expect(sheet).toContainText('Balance of the platform at the time of printing')
  await expect(sheet).toContainText('Matured and free to use')
  await expect(sheet).toContainText('ET takes no fees')
  await expect(sheet).not.toContainText('This period is not over yet.')
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  const width = await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(width).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('[data-printed]')).toHaveCount(0)
})
