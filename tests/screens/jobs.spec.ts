import { getBackgroundWork, retryJob, retryMail } from '../../contract/jobs.ts'
import { Refusal } from '../../server/platform/db/refusal.ts'
import { expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'
import { anAdminProfile } from '../helpers/screen-data.ts'
import { aFailedMail, failingWork, goodWork } from '../helpers/screen-data/jobs.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'

const path = '/admin/jobs'

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, anAdminProfile())
  answers.give(getBackgroundWork, failingWork)
})

test('work that fails or is late stands first, with its reason and the words of the program', async ({ page }) => {
  await page.goto(path)
  await expect(page.getByText('2 kinds of work fail or are late.')).toBeVisible()
  const rows = page.getByRole('list', { name: 'Background work' }).getByRole('listitem')
  await expect(rows).toHaveCount(failingWork.jobs.length)
  await expect(rows.nth(0)).toContainText('Backup')
  await expect(rows.nth(0)).toContainText('The disk is full, or a folder cannot be used.')
  await expect(rows.nth(0)).toContainText('Failed 5 times in a row')
  await expect(rows.nth(0)).toContainText('ENOSPC: no space left on device, write')
  await expect(rows.nth(1)).toContainText('Removing old data')
  await expect(rows.nth(1)).toContainText('Not done yet')
  await expect(rows.filter({ hasText: 'Check of the books' })).toContainText('Running since')
  await expectAccessibleAtEveryWidth(page)
})

test('a server on which everything runs says so, and the page looks again by itself', async ({ page, answers }) => {
  answers.give(getBackgroundWork, goodWork)
  await page.goto(path)
  await expect(page.getByText('Everything runs.')).toBeVisible()
  await expect(page.getByText('There are none.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Try/ })).toHaveCount(0)
  answers.give(getBackgroundWork, failingWork)
  await expect(page.getByText('2 kinds of work fail or are late.')).toBeVisible({ timeout: 10_000 })
})

test('a job is tried again by keyboard, and a refusal is said beside its button', async ({ page, answers }) => {
  await page.goto(path)
  answers.give(retryJob, {})
  await page.getByRole('button', { name: 'Try again: Backup' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is tried again now.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Background work' })).toBeFocused()
  expect(answers.callsOf(retryJob)).toMatchObject([{ params: { jobName: 'backup' } }])
  answers.give(retryJob, () => {
    throw new Refusal('retried_already')
  })
  await page.getByRole('button', { name: 'Try again: Backup' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is already being tried again.')).toBeVisible()
  await expect(page.getByText('It is tried again now.')).toBeHidden()
})

test('a mail that could not be sent leads to its member, and is tried again', async ({ page, answers }) => {
  await page.goto(path)
  const mails = page.getByRole('list', { name: 'Mails that could not be sent' }).getByRole('listitem')
  await expect(mails).toHaveCount(3)
  await expect(mails.nth(0).getByRole('link')).toHaveAttribute('href', `/admin/users/${aFailedMail.member?.id}`)
  await expect(mails.nth(0)).toContainText('It is given up.')
  await expect(mails.nth(1)).toContainText('The mail could not be written.')
  await expect(mails.nth(1)).toContainText('Next attempt')
  await expect(mails.nth(2)).toContainText('An address without an account')
  answers.give(retryMail, () => {
    answers.give(getBackgroundWork, {
      ...failingWork,
      failed_mails: failingWork.failed_mails.slice(1),
      failed_mail_count: 2,
    })
    return {}
  })
  await mails.nth(0).getByRole('button', { name: 'Try again: Grace Hopper' }).click()
  await expect(mails).toHaveCount(2)
  await expect(page.getByText('It is tried again now.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Mails that could not be sent' })).toBeFocused()
  expect(answers.callsOf(retryMail)).toMatchObject([{ body: { queue: 'outbox', id: aFailedMail.id } }])
})

test('work that cannot be read is said, and an administrator of another duty is kept out', async ({
  page,
  answers,
}) => {
  answers.give(getBackgroundWork, () => {
    throw new Refusal('server_busy')
  })
  await page.goto(path)
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await readAsAdmin(page, answers, anAdminProfile({ duty: 'approver' }))
  await page.reload()
  await expect(page.getByRole('list', { name: 'Background work' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Background Work' })).toBeHidden()
})
