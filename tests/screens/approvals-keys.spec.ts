import { decideRequest } from '../../contract/requests.ts'
import { toasts } from '../../contract/texts.ts'
import { approveButton, buysOf, depositApprovals, openQueue, requesterHeading } from '../helpers/approvals-page.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers)
})

test('the listed keys work from the first moment', async ({ page, answers }) => {
  giveApprovals(answers, buysOf('Ama One', 'Ama Two'))
  await page.goto(depositApprovals)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  for (const [key, name] of [
    ['r', 'Confirm Rejection'],
    ['a', 'Confirm Approval'],
  ] as const) {
    if (key === 'a') await expect(approveButton(page)).toBeEnabled()
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  }
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
})

test('letter keys decide nothing during typing, and the rows stay under the pointer', async ({ page, answers }) => {
  const [first, second, third, last] = buysOf('Ama One', 'Ama Two', 'Ama Three', 'Ama Last')
  const approvals = giveApprovals(answers, [first, second, third, last])
  await page.goto(depositApprovals)
  const heading = (name: string) => requesterHeading(page, name)
  const rows = await openQueue(page)
  await page.getByLabel('Note to member').fill('jar')
  await expect(heading('Ama One')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // The second key follows so quickly that the next request is not shown yet.
  await rows.first().evaluate((row: HTMLElement) => {
    row.focus()
    for (const key of ['j', 'a']) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  })
  await expect(heading('Ama Two')).toBeVisible()
  await expect(rows.nth(1)).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('k')
  await expect(heading('Ama One')).toBeVisible()
  for (const [key, name] of [
    ['a', 'Confirm Approval'],
    ['r', 'Confirm Rejection'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rows.first()).toBeFocused()
  }
  // The rows also hold their places after a dialog has returned the focus to one of them.
  approvals.decide(last, 'approved')
  await expect(rows.nth(3)).toContainText('No longer pending')
  await page.getByLabel('Note to member').focus()
  await expect(rows).toHaveText([/Ama One/, /Ama Two/, /Ama Three/])
  // While the pointer is on a row, one row above it leaves and a new one arrives.
  await rows.nth(2).hover()
  const before = await rows.nth(2).boundingBox()
  approvals.decide(first, 'approved')
  approvals.add(...buysOf('Ama Four'))
  await expect(rows).toHaveText([/Ama One/, /Ama Two/, /Ama Three/, /Ama Four/])
  await expect(rows.first()).toContainText('No longer pending')
  expect(await rows.nth(2).boundingBox()).toEqual(before)
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(rows).toHaveText([/Ama Two/, /Ama Three/, /Ama Four/])
})

test('J, A and Enter decide; all keys are listed, and single letters can be switched off', async ({
  page,
  answers,
}) => {
  const [first, second, third] = buysOf('Ama One', 'Ama Two', 'Ama Three')
  giveApprovals(answers, [first, second, third])
  await page.goto(depositApprovals)
  const rows = await openQueue(page)
  await expect(requesterHeading(page, 'Ama One')).toBeVisible()
  // J leads from any place to the open request. From there it moves on.
  for (const place of [null, page.getByRole('group', { name: /^Picture of the slip/ })]) {
    await place?.focus()
    await page.keyboard.press('j')
    await expect(rows.first()).toBeFocused()
  }
  for (const key of ['j', 'a', 'Enter']) {
    await page.keyboard.press(key)
    if (key !== 'a') continue
    await expect(page.getByRole('button', { name: 'Confirm Approval' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Confirm Approval' })).toBeEnabled()
  }
  await expectToast(page, toasts.requestApproved)
  const approval = { params: { requestId: second.id }, body: { status: 'approved' } }
  expect(answers.callsOf(decideRequest)).toMatchObject([approval])
  await expect(rows.filter({ hasText: 'Ama Three' })).toBeFocused()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keys' })
  await expectAccessibleAtThisWidth(page)
  await sheet.getByRole('checkbox', { name: 'Use single letters as keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(rows.filter({ hasText: 'Ama Three' })).toBeFocused()
  await page.keyboard.press('a')
  await page.keyboard.press('ArrowUp')
  await expect(rows.first()).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(rows.first()).not.toBeFocused()
  await rows.first().focus()
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(requesterHeading(page, 'Ama One')).toBeFocused()
  expect(answers.callsOf(decideRequest)).toHaveLength(1)
})
