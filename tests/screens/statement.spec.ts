import { randomUUID } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { listRequests } from '../../contract/requests.ts'
import {
  exportStatement,
  exportStatementSums,
  getStatement,
  getStatementSums,
  type Statement,
  type StatementLine,
  type StatementSums,
} from '../../contract/statement.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { aProfile, onePage } from '../helpers/screen-data.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import type { Answers } from '../helpers/answers.ts'
import type { Page } from '@playwright/test'

const phone = { tag: '@phone' }

function aLine(fields: Partial<StatementLine>): StatementLine {
  return {
    id: randomUUID(),
    type: 'BUY',
    created_at: '2026-03-10T12:00:00.000Z',
    coins: '5000',
    rate: '0.01',
    value_usd: '50',
    balance_after: '5000',
    other: null,
    request: null,
    reason: null,
    ...fields,
  }
}

const lines = [
  aLine({ type: 'ADJUSTMENT_OUT', coins: '-7', balance_after: '4493', reason: 'Credited twice' }),
  aLine({
    type: 'TRANSFER_OUT',
    coins: '-500',
    balance_after: '4500',
    other: { full_name: 'Rosa Referrer', member_id: 'ET-4B7N21' },
    request: { id: randomUUID(), number: 'T-7K3M-94' },
  }),
  aLine({}),
]
const statement: Statement = { opening_coins: '0', closing_coins: '4493', items: lines, next_cursor: null }

const sums: StatementSums = {
  opening_coins: '0',
  closing_coins: '4493',
  sums: [
    { type: 'BUY', count: 1, coins: '5000', value_usd: '50' },
    { type: 'TRANSFER_OUT', count: 1, coins: '-500', value_usd: '5' },
    { type: 'ADJUSTMENT_OUT', count: 1, coins: '-7', value_usd: '0.07' },
  ],
}
const noSums: StatementSums = { opening_coins: '10', closing_coins: '10', sums: [] }

async function readMember(page: Page, answers: Answers) {
  await readAsMember(page, answers, aProfile({ full_name: 'Mira Member', member_id: 'ET-7K3M94' }))
  answers.give(getStatementSums, sums)
}

test(
  'each line has its other side, its reason or its request, and the balance after it',
  phone,
  async ({ page, answers }) => {
    await readMember(page, answers)
    answers.give(getStatement, statement)
    await page.goto('/dashboard/statement')
    await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible()
    const rows = page
      .getByRole('main')
      .getByRole('row')
      .or(page.getByRole('list', { name: 'Statement' }).getByRole('listitem'))
    const sent = rows.filter({ hasText: 'Rosa Referrer' })
    await expect(sent).toContainText('ET-4B7N21')
    await expect(sent).toContainText('−500')
    await expect(sent).toContainText('4,500')
    await expect(sent.getByRole('link', { name: 'T-7K3M-94' })).toHaveAttribute(
      'href',
      `/dashboard/activity?request=${lines[1]?.request?.id}`,
    )
    await expect(rows.filter({ hasText: 'Credited twice' })).toContainText('−7')
    await expect(page.getByText('Closing balance')).toBeVisible()
    await expectAccessibleAtEveryWidth(page)
  },
)

test('a period is chosen in the address, and the list and the file are of its days', async ({ page, answers }) => {
  await readMember(page, answers)
  answers.give(getStatement, ({ query }) =>
    query.from ? { opening_coins: '10', closing_coins: '10', items: [], next_cursor: null } : statement,
  )
  answers.give(getStatementSums, ({ query }) => (query.from ? noSums : sums))
  answers.give(exportStatement, ({ reply }) => {
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="et-statement.csv"')
    return 'Date'
  })
  await page.goto('/dashboard/statement?period=2024-02')
  await expect(page.getByText('No movements in this period.')).toBeVisible()
  await expect(page.getByLabel('Period')).toHaveValue('2024-02')
  expect(answers.callsOf(getStatement)[0]?.query).toMatchObject({ from: '2024-02-01', to: '2024-02-29' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await download
  expect(answers.callsOf(exportStatement)[0]?.query).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  await page.getByLabel('Period').selectOption('All time')
  await expect(page).toHaveURL('/dashboard/statement')
  await expect(page.getByText('Rosa Referrer')).toBeVisible()
  // Nonsense in the address is all time.
  await page.goto('/dashboard/statement?period=2024-13')
  await expect(page.getByText('Rosa Referrer')).toBeVisible()
})

test('older lines come page by page, and a failure says so', async ({ page, answers }) => {
  await readMember(page, answers)
  answers.give(getStatement, ({ query }) =>
    query.cursor === '3'
      ? { ...statement, items: [aLine({ reason: 'The first line' })] }
      : { ...statement, next_cursor: '3' },
  )
  answers.give(listRequests, onePage([]))
  await page.goto('/dashboard/activity')
  await page.getByRole('navigation', { name: 'Activity' }).getByRole('link', { name: 'Statement' }).click()
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByText('The first line')).toBeVisible()
  answers.give(getStatement, () => {
    throw new Refusal('forbidden')
  })
  await page.goto('/dashboard/statement')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
})

/** Returns the glyphs of each page of a PDF, which the browser writes one by one. */
function glyphsOf(pdf: Buffer): string[][] {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode[^>]*>>\s*stream\n(.*?)\nendstream/gs)
  const contents = [...streams].map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
  return contents.filter((text) => /\bBT\b/.test(text)).map((text) => text.match(/<[\dA-F]{2,4}>/gi) ?? [])
}

const typeRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Sums by type' }).getByRole('row', { name })

test(
  'a year has its sums by type, which come to its change, and a file of them',
  phone,
  async ({ page, answers, isMobile }) => {
    await readMember(page, answers)
    answers.give(getStatement, statement)
    answers.give(exportStatementSums, ({ reply }) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="et-statement-sums.csv"')
      return 'Type'
    })
    await page.goto('/dashboard/statement?period=2025')
    if (isMobile) await page.getByText('Sums by type').click()
    await expect(typeRow(page, 'Buy')).toHaveText(/^Buy1\+5,000.ET\$50\.00$/)
    await expect(typeRow(page, 'Transfer sent')).toHaveText(/^Transfer sent1−500.ET\$5\.00$/)
    await expect(typeRow(page, 'Change')).toHaveText(/^Change3\+4,493.ET$/)
    const days = { from: '2025-01-01', to: '2025-12-31' }
    expect(answers.callsOf(getStatementSums)[0]?.query).toEqual(days)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download sums' }).click()
    await download
    expect(answers.callsOf(exportStatementSums)[0]?.query).toEqual(days)
    await expectAccessibleAtEveryWidth(page)
  },
)

test('a period prints in light colours with all its lines, its sums and nothing of the page around them', async ({
  page,
  answers,
}) => {
  await readMember(page, answers)
  const [, sent, bought] = lines
  // More lines than the page loads at first, over several sheets.
  const many = Array.from({ length: 120 }, (_, at) =>
    aLine({ reason: `Line ${at + 1}`, type: 'ADJUSTMENT_IN', coins: '0.5' }),
  )
  answers.give(getStatementSums, { ...sums, sums: [{ type: 'BUY', count: 122, coins: '4493', value_usd: '50' }] })
  answers.give(getStatement, ({ query }) =>
    query.cursor === '3'
      ? { ...statement, items: [...many, ...(bought ? [bought] : [])] }
      : { ...statement, items: sent ? [{ ...sent, balance_after: '4493' }] : [], next_cursor: '3' },
  )
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    sessionStorage.setItem('amounts-hidden', 'true')
    window.print = () => {}
  })
  await page.goto('/dashboard/statement?period=2024-02')
  await expect(page.getByRole('link', { name: 'T-7K3M-94' })).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  const sheet = page.getByRole('article')
  await expect(page).toHaveTitle('ET statement ET-7K3M94 February 2024')
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.locator('header')).toHaveText('ETStatement')
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText('February 2024')
  await expect(sheet).toContainText('1 February 2024 to 29 February 2024, in UTC')
  await expect(sheet).toContainText('Mira MemberET-7K3M94')
  await expect(sheet.locator('dl')).toHaveText(/Opening balance0.ETChange\+4,493.ETClosing balance4,493.ET/)
  const [byType, all] = [sheet.getByRole('table').first(), sheet.getByRole('table').last()]
  await expect(byType.getByRole('row', { name: 'Buy' })).toHaveText(/^Buy122/)
  await expect(all.getByRole('row')).toHaveCount(1 + 122)
  await expect(all.getByRole('row', { name: 'Rosa Referrer' })).toHaveText(
    /^10 Mar 2026, 12:00Transfer sentRosa Referrer ET-4B7N21T-7K3M-94−500.ET\$5?.*4,493.ET$/,
  )
  await expect(all.locator('thead')).toHaveCSS('display', 'table-header-group')
  await expect(all.locator('tbody tr').last()).toHaveCSS('break-inside', 'avoid')
  await expect(sheet).not.toContainText('are printed')
  await expect(sheet).not.toContainText('•')
  await expect(sheet).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  const sheets = glyphsOf(await page.pdf({ format: 'A4' }))
  expect(sheets.length).toBeGreaterThan(2)
  // A later sheet begins with the head of the table, which each of them has.
  const head = sheets[1]?.slice(0, 'Date (UTC)'.length).join('') ?? ''
  for (const sheet of sheets) expect(sheet.join('')).toContain(head)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('[data-printed]')).toHaveCount(0)
})

test('paper has a thousand lines at most and says where all are, and a statement that changes meanwhile is read again', async ({
  page,
  answers,
}) => {
  await readMember(page, answers)
  await page.addInitScript(() => (window.print = () => {}))
  const full = Array.from({ length: 100 }, () => aLine({ balance_after: '4493' }))
  answers.give(getStatement, ({ query }) =>
    query.limit === 100 ? { ...statement, items: full, next_cursor: '3' } : statement,
  )
  let reads = 0
  answers.give(getStatementSums, (): StatementSums => {
    reads += 1
    // The page reads once. Then a line comes between the sums and the lines.
    const closing = reads === 2 ? '4000' : '4493'
    return { ...sums, closing_coins: closing, sums: [{ type: 'BUY', count: 1234, coins: closing, value_usd: '50' }] }
  })
  await page.goto('/dashboard/statement')
  await expect(typeRow(page, 'Change')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page).toHaveTitle('ET statement ET-7K3M94 All time')
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText(
    'Only the newest 1,000 of 1,234 movements are printed. The CSV file has all of them.',
  )
  await expect(sheet.getByRole('table').last().getByRole('row')).toHaveCount(1 + 1000)
  expect(reads).toBe(3)
})

test('a statement that cannot be read is not printed, and says why', async ({ page, answers }) => {
  await readMember(page, answers)
  answers.give(getStatement, statement)
  await page.addInitScript(() => (window.print = () => document.body.append('printed')))
  await page.goto('/dashboard/statement')
  await expect(typeRow(page, 'Change')).toBeVisible()
  answers.give(getStatementSums, () => {
    throw new Refusal('forbidden')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText('printed')).toHaveCount(0)
})
