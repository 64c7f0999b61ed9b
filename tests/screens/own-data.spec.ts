import { exportOwnData } from '../../contract/exports.ts'
import { expect, readAsMember, test } from '../helpers/screen.ts'
import { giveProfilePage } from '../helpers/screen-data/security.ts'
import { password } from '../helpers/screens.ts'

test('a member downloads a copy of their data with a proof', async ({ page, answers }) => {
  await readAsMember(page, answers)
  giveProfilePage(answers)
  answers.give(exportOwnData, ({ reply }) => {
    reply.header('content-disposition', 'attachment; filename="et-my-data-2026-03-10.json"')
    return '{"made_at": "2026-03-10T12:00:00.000Z"}'
  })
  await page.goto('/dashboard/profile#data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a copy of your data' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toBe('et-my-data-2026-03-10.json')
})
