import { saveRequestDigest, getRequestDigest } from '../../contract/request-digest.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { anAdminProfile } from '../helpers/screen-data.ts'
import { giveSecurity } from '../helpers/screen-data/security.ts'

test('an administrator chooses how often mails about new requests come', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveSecurity(answers)
  answers.give(saveRequestDigest, ({ body }) => body)
  await page.goto('/admin/security#request-news')
  const mails = page.getByRole('group', { name: 'Mails about new requests' })
  await expect(mails.getByRole('radio', { name: 'No mails' })).toBeChecked()
  await expectAccessibleAtEveryWidth(page)
  await mails.getByRole('radio', { name: 'Every hour' }).check()
  await expect(page.getByText('Your choice was saved')).toBeVisible()
  await expect(mails.getByRole('radio', { name: 'Every hour' })).toBeChecked()
  expect(answers.callsOf(saveRequestDigest).map(({ body }) => body)).toEqual([{ rhythm: 'hourly' }])
})

test('a choice that was not saved goes back to the one that counts', async ({ page, answers }) => {
  await readAsAdmin(page, answers)
  giveSecurity(answers)
  answers.give(getRequestDigest, { rhythm: 'daily' })
  answers.give(saveRequestDigest, () => {
    throw new Refusal('internal_error')
  })
  await page.goto('/admin/security')
  await page.getByRole('radio', { name: 'At once' }).click()
  await expect(
    page.getByRole('region', { name: /Notifications/ }).locator('li[data-variant=destructive]'),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Every day' })).toBeChecked()
})

test('an auditor decides no requests, and is not asked', async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'auditor' }))
  giveSecurity(answers)
  await page.goto('/admin/security')
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await expect(page.getByText('New requests')).toHaveCount(0)
  expect(answers.callsOf(getRequestDigest)).toEqual([])
})
