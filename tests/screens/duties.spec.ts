import type { Page } from '@playwright/test'
import { changeDuty, listAdministrators, type Administrator } from '../../contract/administrators.ts'
import { checkDeposit, getAdminSettings, getRateImpact, listRateChanges } from '../../contract/admin-settings.ts'
import { listAllRequests } from '../../contract/admin-request-list.ts'
import { listConversations, listMessages, openConversation } from '../../contract/chat.ts'
import { dutyNames } from '../../contract/duty-names.ts'
import { listInvitations } from '../../contract/invitations.ts'
import { listManagedPackages } from '../../contract/packages.ts'
import { decideRequest } from '../../contract/requests.ts'
import type { Duty } from '../../contract/roles.ts'
import { searchEverything } from '../../contract/search.ts'
import { fieldTexts } from '../../contract/texts.ts'
import { listTransactions } from '../../contract/transactions.ts'
import { stepUp } from '../../contract/two-factor.ts'
import { changeUserStatus, listLoginHistory, listUsers } from '../../contract/users.ts'
import type { Answers } from '../helpers/answers.ts'
import { expectAccessibleAtEveryWidth, expectAccessibleAtThisWidth } from '../helpers/accessible-screen.ts'
import { approveButton, buysOf, depositApprovals, requesterHeading } from '../helpers/approvals-page.ts'
import { anAdminProfile, aProfile, gold, onePage, platformStats } from '../helpers/screen-data.ts'
import { adminSettings, giveAdminDashboard } from '../helpers/screen-data/admin-dashboard.ts'
import { anAdministrator } from '../helpers/screen-data/administrators.ts'
import { giveApprovals } from '../helpers/screen-data/approvals.ts'
import { aMessage } from '../helpers/screen-data/chat.ts'
import { detailsOf, giveDetails } from '../helpers/screen-data/users.ts'
import { expect, readAsAdmin, test } from '../helpers/screen.ts'
import { expectToast, password } from '../helpers/screens.ts'

const member = aProfile()
const auditedPages = ['Audit Log', 'Manage Packages', 'Settings']

async function readAsDuty(page: Page, answers: Answers, duty: Duty) {
  const profile = anAdminProfile({ duty })
  await readAsAdmin(page, answers, profile)
  return profile
}

for (const duty of ['owner', 'approver', 'support', 'auditor'] as const) {
  test(`the sidebar and the search have the pages of the duty ${duty} alone`, async ({ page, answers }) => {
    await readAsDuty(page, answers, duty)
    giveAdminDashboard(answers)
    answers.give(searchEverything, { members: [], requests: [] })
    await page.goto('/admin')
    const sidebar = page.getByRole('navigation', { name: 'Administration' })
    await expect(sidebar.getByRole('link', { name: 'Users' })).toBeVisible()
    const isAuditing = duty === 'owner' || duty === 'auditor'
    for (const name of auditedPages) await expect(sidebar.getByRole('link', { name })).toHaveCount(isAuditing ? 1 : 0)
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Search pages, members and requests' }).fill('i')
    const results = page.getByRole('listbox', { name: 'Results' })
    await expect(results.getByRole('option', { name: 'Invitations' })).toHaveCount(isAuditing ? 1 : 0)
  })
}

test('a typed address of a page of another duty says so, and asks the server for nothing of it', async ({
  page,
  answers,
}) => {
  await readAsDuty(page, answers, 'support')
  giveAdminDashboard(answers)
  for (const path of ['/admin/settings', '/admin/audit-log', '/admin/manage-packages', '/admin/users/invitations']) {
    await page.goto(path)
    await expect(page.getByText('This page is not part of your duty.')).toBeVisible()
    await expect(page.getByText('Your duty is: Support. The page is for: Owner, Auditor.')).toBeVisible()
  }
  expect(answers.callsOf(getAdminSettings)).toEqual([])
  expect(answers.callsOf(listManagedPackages)).toEqual([])
  await expectAccessibleAtEveryWidth(page)
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

for (const duty of ['support', 'auditor'] as const) {
  test(`a person with the duty ${duty} reads a request and cannot decide it, by a button or a key`, async ({
    page,
    answers,
  }) => {
    await readAsDuty(page, answers, duty)
    giveApprovals(answers, [...buysOf('Ama One')])
    await page.goto(depositApprovals)
    await expect(requesterHeading(page, 'Ama One')).toBeVisible()
    await expect(page.getByText('Owners and approvers decide it. Your duty is to read.')).toBeVisible()
    await expect(approveButton(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Reject' })).toHaveCount(0)
    await expect(page.getByLabel('Note to member')).toHaveCount(0)
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    expect(answers.callsOf(decideRequest)).toEqual([])
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog')
    await expect(keys).toContainText('next request')
    await expect(keys).not.toContainText('reject, with a reason')
  })
}

const actionsOf: Record<Duty, { onMember: string[]; onAdministrator: string[] }> = {
  owner: {
    onMember: [
      'Change status',
      'Correct details',
      'Correct email',
      'Adjust balance',
      'Sign out everywhere',
      'Remove two-factor',
      'Close account',
    ],
    onAdministrator: ['Change status', 'Sign out everywhere', 'Remove two-factor'],
  },
  approver: {
    onMember: [
      'Change status',
      'Correct details',
      'Correct email',
      'Sign out everywhere',
      'Remove two-factor',
      'Close account',
    ],
    onAdministrator: [],
  },
  support: { onMember: [], onAdministrator: [] },
  auditor: { onMember: [], onAdministrator: [] },
}

for (const [duty, { onMember, onAdministrator }] of Object.entries(actionsOf)) {
  test(`a person with the duty ${duty} sees the actions of the duty on an account`, async ({ page, answers }) => {
    await readAsDuty(page, answers, duty as Duty)
    const other = anAdminProfile({ full_name: 'Olga Owner' })
    giveDetails(answers, detailsOf(member, { two_factor_on: true }), detailsOf(other, { two_factor_on: true }))
    answers.give(listTransactions, onePage([]))
    answers.give(listLoginHistory, onePage([]))
    for (const [{ id, full_name: name }, actions] of [
      [member, onMember],
      [other, onAdministrator],
    ] as const) {
      await page.goto(`/admin/users/${id}`)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      const card = page.locator('section', { has: page.getByRole('heading', { name: 'Actions' }) })
      await expect(card).toHaveCount(actions.length > 0 ? 1 : 0)
      if (actions.length > 0) await expect(card.getByRole('button')).toHaveText([...actions])
    }
    await expect(page.getByText('Owner', { exact: true })).toBeVisible()
  })
}

test('members are added by owners and approvers, and all of them are exported by owners and auditors', async ({
  page,
  answers,
}) => {
  answers.give(listUsers, onePage([member]))
  for (const duty of ['owner', 'approver', 'support', 'auditor'] as const) {
    await readAsDuty(page, answers, duty)
    await page.goto('/admin/users')
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
    const mayAdd = duty === 'owner' || duty === 'approver'
    const mayExport = duty === 'owner' || duty === 'auditor'
    await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(mayAdd ? 1 : 0)
    await expect(page.getByRole('button', { name: /^CSV/ })).toHaveCount(mayExport ? 1 : 0)
    await expect(page.getByRole('link', { name: 'Invitations' })).toHaveCount(mayExport ? 1 : 0)
    if (duty !== 'approver') continue
    await page.getByRole('button', { name: 'Add User' }).click()
    await expect(page.getByRole('dialog', { name: 'Add User' }).getByLabel('Full name')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Administrator' })).toHaveCount(0)
  }
})

test('an auditor reads settings, packages and invitations, and changes none of them', async ({ page, answers }) => {
  const profile = await readAsDuty(page, answers, 'auditor')
  giveSettings(answers)
  await page.goto('/admin/settings')
  await expect(page.getByText('Your duty is to read the settings. Owners change them.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Rate' })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Show simulated movement' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
  await expectAccessibleAtThisWidth(page)

  const state = { is_buyable: true, revision: 1, member_count: 1, request_count: 1 }
  answers.give(listManagedPackages, { items: [{ ...gold, ...state }] })
  await page.goto('/admin/manage-packages?edit=new')
  await expect(page.getByRole('heading', { name: 'Gold' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Add package|Edit|Delete)/ })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  answers.give(listInvitations, onePage([]))
  answers.give(listAdministrators, onePage([anAdministrator(profile), anAdministrator(anAdminProfile())]))
  await page.goto('/admin/users/invitations')
  await expect(page.getByRole('list', { name: 'Administrators' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^(Invite administrator|Change)/ })).toHaveCount(0)
})

test('an auditor reads a conversation and neither writes into it nor marks it as read', async ({ page, answers }) => {
  await readAsDuty(page, answers, 'auditor')
  giveDetails(answers, detailsOf(member))
  answers.give(listConversations, onePage([]))
  answers.give(listAllRequests, onePage([]))
  answers.give(listManagedPackages, { items: [] })
  const message = aMessage(member, { content: 'Where is my withdrawal?', number: 1 })
  answers.give(listMessages, { items: [message], last_number: 1, has_more: false })
  await page.goto(`/admin/chat?user=${member.id}`)
  await expect(page.getByText('Where is my withdrawal?')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
  expect(answers.callsOf(openConversation)).toEqual([])
})

test('the open page of an administrator follows a change of duty', async ({ page, answers }) => {
  const profile = await readAsDuty(page, answers, 'owner')
  giveSettings(answers)
  await page.goto('/admin/settings')
  await expect(page.getByRole('button', { name: 'Save rate' })).toBeVisible()
  const sidebar = page.getByRole('navigation', { name: 'Administration' })
  await expect(sidebar.getByRole('link', { name: 'Settings' })).toBeVisible()
  await readAsAdmin(page, answers, { ...profile, duty: 'support' })
  answers.announce('session', 'profile')
  await expect(page.getByText('Your duty is: Support.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save rate' })).toHaveCount(0)
  await expect(sidebar.getByRole('link', { name: 'Settings' })).toHaveCount(0)
})

test('an owner changes the duty of another administrator, with a reason and a proof', async ({ page, answers }) => {
  const profile = await readAsDuty(page, answers, 'owner')
  const other = anAdminProfile({ full_name: 'Noor Haddad', email: 'noor@example.org', duty: 'support' })
  const administrators: Administrator[] = [anAdministrator(profile), anAdministrator(other)]
  answers.give(listInvitations, onePage([]))
  answers.give(listAdministrators, () => onePage(administrators))
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(changeDuty, ({ params: { userId }, body: { duty } }) => {
    const found = administrators.find(({ id }) => id === userId)
    if (!found) throw new Error('This administrator is not listed.')
    return Object.assign(found, { duty })
  })
  await page.goto('/admin/users/invitations')
  const list = page.getByRole('list', { name: 'Administrators' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  // There is no button at one's own name.
  await expect(list.getByRole('button')).toHaveText(['Change duty'])
  await expectAccessibleAtEveryWidth(page)
  await list.getByRole('button', { name: 'Change duty of Noor Haddad' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change duty' })
  await expect(dialog.getByRole('radio', { name: dutyNames.support })).toBeChecked()
  await expectAccessibleAtThisWidth(page)
  await dialog.getByRole('button', { name: 'Change duty' }).click()
  await expect(dialog.getByRole('group', { name: 'Duty' })).toHaveAccessibleDescription(fieldTexts.otherDutyNeeded)
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await dialog.getByRole('radio', { name: dutyNames.approver }).check()
  await dialog.getByLabel('Reason').fill('Takes over the approvals')
  await dialog.getByRole('button', { name: 'Change duty' }).click()
  await confirm(page)
  await expectToast(page, 'Duty Changed')
  await expect(list.getByRole('listitem').filter({ hasText: 'Noor Haddad' })).toContainText('Approver')
  const body = { duty: 'approver', reason: 'Takes over the approvals' }
  expect(answers.callsOf(changeDuty)).toMatchObject([{ params: { userId: other.id }, body }])
})

test('the question about the status of an administrator announces the proof, which the owner gives', async ({
  page,
  answers,
}) => {
  await readAsDuty(page, answers, 'owner')
  const other = anAdminProfile({ full_name: 'Noor Haddad', duty: 'approver' })
  giveDetails(answers, detailsOf(other))
  answers.give(listLoginHistory, onePage([]))
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(changeUserStatus, async ({ body: { status }, requireProof }) => {
    await requireProof()
    const profile = { ...other, status }
    giveDetails(answers, detailsOf(profile))
    return { profile }
  })
  await page.goto(`/admin/users/${other.id}`)
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change status' })
  await expect(dialog).toContainText('You are asked to confirm that it is you, and all owners are told by mail.')
  await dialog.getByRole('radio', { name: /^Suspended/ }).check()
  await dialog.getByLabel('Reason').fill('Has left')
  await dialog.getByRole('button', { name: 'Set Suspended' }).click()
  await confirm(page)
  await expectToast(page, 'Status Updated')
})

test('an owner who suspends another owner reads that the change waits', async ({ page, answers }) => {
  await readAsDuty(page, answers, 'owner')
  const other = anAdminProfile({ full_name: 'Noor Haddad', duty: 'owner' })
  giveDetails(answers, detailsOf(other))
  answers.give(listLoginHistory, onePage([]))
  answers.give(stepUp, { proof: 'proof', expires_at: '2100-01-01T00:00:00.000Z' })
  answers.give(changeUserStatus, async ({ requireProof }) => {
    await requireProof()
    return { profile: other, is_proposed: true }
  })
  await page.goto(`/admin/users/${other.id}`)
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change status' })
  await dialog.getByRole('radio', { name: /^Suspended/ }).check()
  await dialog.getByLabel('Reason').fill('Has left')
  await dialog.getByRole('button', { name: 'Set Suspended' }).click()
  await confirm(page)
  await expectToast(page, 'Change noted')
})

/** Confirms with the password that it is the owner. */
async function confirm(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
}

function giveSettings(answers: Answers): void {
  const rate = platformStats().et_rate
  answers.give(getAdminSettings, adminSettings())
  answers.give(listRateChanges, onePage([]))
  answers.give(checkDeposit, { warnings: [] })
  answers.give(getRateImpact, {
    rate,
    current_rate: rate,
    circulation_coins: '27500',
    worth_usd: '275',
    worth_now_usd: '275',
    total_invested_usd: '250',
    beyond_invested_usd: '25',
    average_purchase_price: '0.01',
  })
}
