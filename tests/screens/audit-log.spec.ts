import { readFileSync } from 'node:fs'
import { exportAuditEvents, listAuditEvents } from '../../contract/audit.ts'
import type { Profile } from '../../contract/profiles.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { listLoginHistory, listUsers } from '../../contract/users.ts'
import { anAdminProfile, aProfile, onePage } from '../helpers/screen-data.ts'
import { anAuditEvent, auditPersonOf, giveAuditLog } from '../helpers/screen-data/audit.ts'
import { aLogin, detailsOf, findPeople, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { saveCsv } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'

const admin = anAdminProfile()

test.beforeEach(async ({ page, answers }) => {
  await readAsAdmin(page, answers, admin)
})

test('the log keeps its filter in the address, shows old and new values, and is saved as a file', async ({
  page,
  answers,
}) => {
  const member = aProfile({ full_name: 'Sanna Virtanen Mustonen', member_id: 'ET-1A2B3C' })
  answers.give(listUsers, ({ query }) => onePage(findPeople([admin, member], query)))
  giveDetails(answers, detailsOf(member), detailsOf(admin))
  const changes = [{ field: 'simulated_movement', before: 'false', after: 'true' }]
  const changed = anAuditEvent({ action: 'settings_changed', actor: auditPersonOf(admin), changes })
  const approved = approvalOf(member)
  giveAuditLog(answers, [approved, changed])
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
  await expectAccessibleAtThisWidth(page)
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)

  await page.getByLabel('What').selectOption('Everything')
  await page.getByRole('button', { name: /Whom/ }).click()
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('ET-1A2B3C')
  await page.getByRole('button', { name: /Sanna Virtanen/ }).click()
  await expect(page).toHaveURL(new RegExp(`subject_id=${member.id}`))
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(/Approved a request.*Buy, [\d,]+ ET/)
  // The row is wider than its region, but the link to the entry stays in view.
  await page.setViewportSize({ width: 768, height: 900 })
  const region = page.getByRole('region', { name: 'Audit log' })
  expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeGreaterThan(0)
  await expect(rows.nth(1).getByRole('link', { name: /^Open/ })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  const file = await saveCsv(page)
  expect(readFileSync(await file.path(), 'utf8')).toBe('Action\r\n')
  expect(answers.callsOf(exportAuditEvents).map(({ query }) => query)).toEqual([{ subject_id: member.id }])
  await page.goBack()
  await expect(page).not.toHaveURL(/subject_id/)

  // The last page does not contain all entries.
  const query = { actor_id: admin.id, action: 'settings_changed' }
  answers.give(listAuditEvents, ({ query: { from } }) => onePage(from === undefined ? [changed] : []))
  await page.goto(`/admin/audit-log?${new URLSearchParams({ ...query, cursor: 'last' })}`)
  await expect(page.getByRole('status').filter({ hasText: '1 entry on this page, newest first' })).toBeVisible()
  await page.getByLabel('From', { exact: false }).first().fill('2001-01-01')
  await page.getByLabel('To', { exact: false }).first().fill('2001-01-02')
  await expect(page.getByText('Nothing on record matches your filters.')).toBeVisible()
})

test('the log is filtered by one IP address, typed or from a link', async ({ page, answers }) => {
  const member = aProfile({ member_id: 'ET-1A2B3C' })
  answers.give(listUsers, ({ query }) => onePage(findPeople([admin, member], query)))
  answers.give(listTransactions, onePage([]))
  answers.give(listLoginHistory, onePage([aLogin(member, { ip_address: '127.0.0.1' })]))
  giveDetails(answers, detailsOf(member))
  giveAuditLog(answers, [approvalOf(member), anAuditEvent({ ip_address: '2001:db8::7' })])
  await page.goto(`/admin/audit-log?subject_id=${member.id}`)
  const rows = page.getByRole('region', { name: 'Audit log' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  const field = page.getByRole('textbox', { name: /^Address/ })
  await expect(field).toHaveAccessibleDescription('Replaces “Who” and “Whom”.')

  // An incomplete address is reported after Enter, and the list stays unchanged.
  await field.fill('192.0.2')
  await field.press('Enter')
  await expect(page.getByText('Please enter a whole IP address.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expectAccessibleAtThisWidth(page)

  // Any spelling of the address is found, and one step back restores the person.
  await field.fill(' 2001:DB8:0::7')
  await expect(page).toHaveURL('/admin/audit-log?ip_address=2001%3Adb8%3A%3A7')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(/Nobody signed in.*Tried to log in/)
  await expect(field).toHaveAccessibleDescription('Replaced by “Who” or “Whom”.')
  await saveCsv(page)
  expect(answers.callsOf(exportAuditEvents).map(({ query }) => query)).toEqual([{ ip_address: '2001:db8::7' }])
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`\\?subject_id=${member.id}$`))
  await expect(field).toHaveValue('')

  await rows.nth(1).getByRole('link', { name: /^Open/ }).click()
  await page.getByRole('dialog', { name: 'Entry' }).getByRole('link', { name: 'All from this address' }).click()
  await expect(page).toHaveURL('/admin/audit-log?ip_address=127.0.0.1')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).toHaveValue('127.0.0.1')
  await page.getByRole('button', { name: /^Whom/ }).click()
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('ET-1A2B3C')
  await page.getByRole('button', { name: /ET-1A2B3C/ }).click()
  await expect(page).toHaveURL(new RegExp(`\\?subject_id=${member.id}$`))
  await expect(field).toHaveValue('')
  await rows.nth(1).getByRole('link', { name: '127.0.0.1' }).click()
  await expect(page).toHaveURL('/admin/audit-log?ip_address=127.0.0.1')

  await field.fill('203.0.113.254')
  await field.press('Enter')
  await expect(page.getByText('Nothing on record matches your filters.')).toBeVisible()
  await page.goto(`/admin/users/${member.id}?tab=logins`)
  await page.getByRole('region', { name: 'Login history' }).getByRole('link', { name: '127.0.0.1' }).first().click()
  await expect(page).toHaveURL('/admin/audit-log?ip_address=127.0.0.1')
})

function approvalOf(member: Profile) {
  return anAuditEvent({
    action: 'request_approved',
    actor: auditPersonOf(admin),
    subject: auditPersonOf(member),
    facts: [
      { name: 'kind', value: 'buy' },
      { name: 'coins', value: '25000' },
    ],
  })
}
