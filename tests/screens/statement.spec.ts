import { randomUUID } from 'node:crypto'
import { listRequests } from '../../contract/requests.ts'
import { getStatement, exportStatement, type Statement, type StatementLine } from '../../contract/statement.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { onePage } from '../helpers/screen-data.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'

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

test(
  'each line has its other side, its reason or its request, and the balance after it',
  phone,
  async ({ page, answers }) => {
    await readAsMember(page, answers)
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
  await readAsMember(page, answers)
  answers.give(getStatement, ({ query }) =>
    query.from ? { opening_coins: '10', closing_coins: '10', items: [], next_cursor: null } : statement,
  )
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
  await readAsMember(page, answers)
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
