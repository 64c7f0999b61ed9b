import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../contract/auth.ts'
import { openConversation, sendMessage } from '../../contract/chat.ts'
import { errors } from '../../contract/errors.ts'
import { emptyTexts, fallbackTexts, userNotFoundText } from '../../contract/texts.ts'
import { addUser, changeUserStatus, signOutUser } from '../../contract/users.ts'
import {
  buy,
  call,
  createAdmin,
  createBuyer,
  createMember,
  findPackage,
  transfer,
  useSession,
  withDatabase,
  type Person,
} from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'
import { expectToast, password } from '../helpers/screens.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectSoundLayer, expectSoundScreen } from '../helpers/sound-screen.ts'

const wallet = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const walletLink = `https://tronscan.org/#/address/${wallet}`

let admin: Person

test.beforeEach(async ({ page, server }) => {
  admin = await createAdmin(server)
  await useSession(page, admin)
})

test('a person is shown with place, referral and first purchase; Back leads to where one came from [ADMUSER-01] [ADMUSER-02] [ADMUSER-03] [ADMUSER-04] [ADMUSER-11]', async ({
  page,
  server,
}) => {
  const [friend, member] = [await createMember(server, { name: 'Referring Friend' }), await createBuyer(admin)]
  const { created_at: registeredAt } = await withDatabase(server, (db) =>
    db
      .updateTable('profiles')
      .set({ referred_by_id: friend.userId, area: 'Leith', referral_code: 'FACTS123' })
      .where('id', '=', member.userId)
      .returning('created_at')
      .executeTakeFirstOrThrow(),
  )
  await page.goto(`/admin/users?search=${member.memberId}`)
  await page.getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users/${member.userId}$`))
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
  const day = new Date(registeredAt).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })
  for (const [name, text] of [
    ['Member ID', member.memberId],
    ['Status', 'Active'],
    ['Registered', day],
    ['Location', 'Edinburgh, Scotland, United Kingdom'],
    ['Area', 'Leith'],
    ['Contact number', '+44 20 7946 0018'],
    ['Referral code', 'FACTS123'],
    ['Referred by', 'Referring Friend'],
    ['First purchase', 'Completed'],
  ] as const) {
    await expect(fact(page, name), name).toContainText(text)
  }
  await expectSoundScreen(page)
  await fact(page, 'Referred by').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Referring Friend' })).toBeVisible()
  await expect(fact(page, 'First purchase')).toHaveText('Not completed')
  await expect(fact(page, 'Area')).toHaveText('None')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/users\\?search=${member.memberId}$`))
})

test('the wallet has its sums, its address by the beginning and its link, and names who else uses it [ADMUSER-05] [ADMUSER-06] [ADMUSER-07] [FMT-09]', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [member, twin] = [await createBuyer(admin), await createMember(server, { name: 'Twin Wallet' })]
  await transfer(member, twin, 5_000)
  await withDatabase(server, (db) =>
    db
      .updateTable('profiles')
      .set({ wallet_address: wallet, wallet_link: walletLink })
      .where('id', 'in', [member.userId, twin.userId])
      .execute(),
  )
  await page.goto(`/admin/users/${member.userId}`)
  const sums = await readSums(page)
  expect(sums['Locked']).toBe('5,000\u202fET')
  expect(sums['Total']).toMatch(/^2[5-9],\d{3}\u202fET$/)
  const coins = (text = '') => Number(text.replaceAll(/\D/g, ''))
  expect(coins(sums['Available'])).toBe(coins(sums['Total']) - 5_000)
  await expectRoomForFigures(page)
  const address = fact(page, 'Wallet address')
  await expect(address.getByTitle(wallet)).toContainText('TQn9Y2khEs…')
  await address.getByRole('button', { name: /Copy the wallet address/ }).click()
  await expectToast(page, 'Copied to clipboard!')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(wallet)
  // A touch screen has no pointer that rests, so the page shows the whole address for comparison.
  await address.getByRole('button', { name: 'Show all of the address' }).click()
  await expect(address.getByText(wallet, { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(fact(page, 'Wallet link').getByRole('link')).toHaveAttribute('href', walletLink)
  const warning = page.locator('[data-tone=warn]')
  await expect(warning).toContainText('The same wallet address is also used by')
  await warning.getByRole('link', { name: /Twin Wallet/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Twin Wallet' })).toBeVisible()
})

test('the log-ins are listed with what came of them, from where and when [ADMUSER-09] [ADMUSER-10] [EMPTY-10]', async ({
  page,
  server,
}) => {
  const member = await createMember(server, { name: 'Often Here' })
  const body = { email: member.email, password: 'not the password', portal: 'member' as const }
  await call({ server }, signIn, { body }).catch(() => undefined)
  await page.goto(`/admin/users/${member.userId}?tab=logins`)
  const lines = page.getByRole('region', { name: 'Login history' }).locator('tbody tr')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0).locator('[data-status=failed]')).toHaveText('Failed')
  await expect(lines.nth(1).locator('[data-status=success]')).toHaveText('Success')
  await expect(lines.nth(0)).toContainText(/127\.0\.0\.1|::1/)
  await expect(lines.nth(0).locator('time')).toHaveAttribute('datetime', /T/)
  const { profile } = await add(server, 'Never Here')
  await page.goto(`/admin/users/${profile.id}?tab=logins`)
  await expect(page.getByText(emptyTexts.noLoginHistory)).toBeVisible()
})

test('many log-ins come page by page', async ({ page, server }) => {
  const { userId } = await createMember(server, { name: 'Very Often Here' })
  await withDatabase(server, (db) =>
    db
      .insertInto('login_history')
      .values(
        Array.from({ length: 30 }, () => ({
          user_id: userId,
          status: 'failed' as const,
          ip_address: '203.0.113.7',
          user_agent: 'test',
        })),
      )
      .execute(),
  )
  await page.goto(`/admin/users/${userId}?tab=logins`)
  const lines = page.getByRole('region', { name: 'Login history' }).locator('tbody tr')
  await expect(lines).toHaveCount(25)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(lines).toHaveCount(31)
})

test('what a member has done has a tab each, in the address, with its own way on [ADMUSER-08] [EMPTY-09]', async ({
  page,
  server,
}) => {
  const member = await createBuyer(admin, { name: 'Well Known' })
  const friend = await createMember(server, { name: 'Known Friend' })
  await transfer(member, friend, 5_000)
  await call(member, openConversation, { params: { userId: member.userId }, body: {} })
  const body = { client_message_id: crypto.randomUUID(), content: 'Where is my <b>bonus</b>?' }
  await call(member, sendMessage, { params: { userId: member.userId }, body })
  await page.goto(`/admin/users/${member.userId}`)
  const transactions = page.getByRole('region', { name: 'Transactions' }).locator('tbody tr')
  await expect(transactions.filter({ hasText: 'Package bonus' })).toHaveCount(1)
  await expect(transactions.last()).toContainText('Buy')
  await expect(transactions.last()).toContainText(/\+[\d,]+\u202fET/)
  await expectSoundScreen(page)

  // The arrow keys move along the tabs, and only Enter opens one.
  await page.getByRole('tab', { name: 'Transactions' }).focus()
  for (const name of ['Logins', 'Requests']) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { name })).toBeFocused()
  }
  await expect(page.getByRole('tab', { name: 'Transactions' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?tab=requests$/)
  const requests = page.getByRole('region', { name: 'Requests' }).locator('tbody tr')
  await expect(requests).toHaveCount(2)
  await page.getByRole('link', { name: 'Open requests (1)' }).click()
  await expect(page).toHaveURL(/\?tab=requests&status=pending#history$/)
  await expect(requests).toHaveCount(1)
  const decide = requests.getByRole('link', { name: /^Decide/ })
  await expect(decide).toHaveAttribute('href', /transfer-approvals\?request=/)
  await page.getByLabel('Status').scrollIntoViewIfNeeded()
  await expect(decide, 'the way to the request is in sight on a phone, too').toBeInViewport({ ratio: 1 })
  await page.getByLabel('Status').selectOption('rejected')
  await expect(page.getByText(emptyTexts.noRequests)).toBeVisible()

  await page.getByRole('tab', { name: 'Chat' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Where is my <b>bonus</b>?')
  await expect(page.getByRole('tabpanel')).toContainText('1 unread')
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Open the conversation' })).toHaveAttribute(
    'href',
    `/admin/chat?user=${member.userId}`,
  )
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  const sessions = page.getByRole('tab', { name: 'Sessions' })
  await expect(sessions).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tablist').scrollIntoViewIfNeeded()
  await expect(sessions, 'the chosen tab is not beyond the edge').toBeInViewport({ ratio: 1 })
})

test('a balance is corrected after a look at what comes of it, once whatever happens, and the correction reversed', async ({
  page,
  server,
}) => {
  const member = await createMember(server, { name: 'Wrongly Credited' })
  await page.goto(`/admin/users/${member.userId}`)
  const adjust = page.getByRole('button', { name: 'Adjust balance' })
  await adjust.click()
  const dialog = page.getByRole('dialog', { name: 'Adjust balance' })
  await dialog.getByRole('button', { name: 'Review' }).click()
  for (const fault of ['Please choose whether', 'Amount is required.', 'Reason is required.']) {
    await expect(dialog.getByText(fault)).toBeVisible()
  }
  await dialog.getByText('Take coins away').click()
  await dialog.getByLabel('Amount').fill('5,000')
  await expect(dialog.getByText('The member has less than that available.')).toBeVisible()
  await dialog.getByText('Add coins').click()
  await dialog.getByLabel('Reason').fill('Paid by bank.')
  await expectSoundLayer(page)
  // The typed values stay after a reload.
  await page.reload()
  await adjust.click()
  await dialog.getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: 'Check the adjustment' })
  await expect(review).toContainText('+5,000\u202fET')
  await expect(review).toContainText(/Available after\s*5,000/)
  await expect(review).toContainText('Paid by bank.')

  // The server books it, and its answer is lost.
  await page.route('**/adjustments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await review.getByRole('button', { name: 'Add coins' }).click()
  await expect(review.getByRole('alert')).toHaveText(fallbackTexts.network)
  await expect(review).toContainText('it is never counted twice')
  await page.unroute('**/adjustments')
  await page.reload()
  await adjust.click()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await review.getByRole('button', { name: 'Add coins' }).click()
  await expectToast(page, 'Balance Adjusted')
  const lines = page.getByRole('region', { name: 'Transactions' }).locator('tbody tr')
  await expect(lines).toHaveCount(1)
  await expect.poll(async () => (await readSums(page))['Available']).toBe('5,000\u202fET')

  await lines.getByRole('button', { name: /Why/ }).click()
  const behind = page.getByRole('dialog', { name: 'Adjustment' })
  await expect(behind).toContainText('Paid by bank.')
  await expect(behind).toContainText(admin.name)
  await behind.getByLabel('Reason for reversing it').fill('The bank took it back.')
  await expectSoundLayer(page)
  // The question stays open until its call is answered.
  const isBooked = Promise.withResolvers<void>()
  await page.route('**/adjustments', async (route) => {
    await isBooked.promise
    await route.continue()
  })
  await behind.getByRole('button', { name: 'Reverse it' }).click()
  await expect(behind.getByRole('button', { name: 'Reverse it' })).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await behind.getByRole('button', { name: 'Close' }).click()
  isBooked.resolve()
  await expectToast(page, 'Adjustment Reversed')
  await expect(lines).toHaveCount(2)
  await expect.poll(async () => (await readSums(page))['Available']).toBe('0\u202fET')
  await lines.last().getByRole('button', { name: /Why/ }).click()
  await expect(behind).toContainText('Reversed')
  await expect(behind.getByRole('button', { name: 'Reverse it' })).toHaveCount(0)
})

test('nobody at an address is said in words, with the way back to the users [ERR-23] [ADMUSER-12]', async ({
  page,
}) => {
  for (const id of ['01a1fc04-d21f-71f6-b847-7891256c252e', 'nonsense']) {
    await page.goto(`/admin/users/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: userNotFoundText.title })).toBeVisible()
    await expect(page.getByText(userNotFoundText.description)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  }
  await expectSoundScreen(page)
  await page.getByRole('link', { name: 'Back to Users' }).click()
  await expect(page).toHaveURL(/\/admin\/users$/)
  await page.route('**/api/users/*', (route) => route.abort())
  await page.goto(`/admin/users/${admin.userId}`)
  await expect(page.getByText(userNotFoundText.description)).toBeVisible()
  await page.unroute('**/api/users/*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: admin.name })).toBeVisible()
})

test('a suspension needs a reason, which a failure keeps; it ends the sessions and leaves the requests', async ({
  page,
  server,
}) => {
  const member = await createMember(server, { name: 'Soon Suspended' })
  const request = await buy(member, 'Gold')
  await page.goto(`/admin/users/${member.userId}`)
  await page.getByRole('button', { name: 'Change status' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Change status' })
  await dialog.getByRole('button', { name: 'Change status' }).click()
  await expect(dialog.getByText('Please choose a status.')).toBeVisible()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await expectSoundLayer(page)
  await dialog.getByRole('radio', { name: /^Suspended/ }).check()
  await expect(dialog).toContainText('Signed out at once')
  await expect(dialog).toContainText('Pending requests stay')
  await dialog.getByLabel('Reason').fill('Asked to by phone.')
  await page.route('**/api/users/*/status', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'Set Suspended' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(fallbackTexts.network)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Asked to by phone.')
  await dialog.getByRole('button', { name: 'Set Suspended' }).click()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, 'Status Updated')
  await expect(fact(page, 'Status')).toHaveText('Suspended')
  await expect(fact(page, 'Signed in on')).toHaveText('No device')
  await expect(page.getByRole('button', { name: 'Change status' })).toBeFocused()
  const refused = await signInAs(server, member)
  expect(refused).toContain(errors.account_suspended.message)
  const audited = await withDatabase(server, (db) =>
    db.selectFrom('audit_events').selectAll().where('subject_id', '=', member.userId).execute(),
  )
  expect(JSON.stringify(audited)).toContain('Asked to by phone.')
  await page.goto('/admin/deposit-approvals')
  await expect(page.getByRole('heading', { level: 2, name: request.profile.full_name })).toBeVisible()
})

test('what cannot be done to an account says why', async ({ page, server }) => {
  await page.goto(`/admin/users/${admin.userId}`)
  for (const name of ['Change status', 'Sign out everywhere']) {
    const button = page.getByRole('button', { name })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/This is your own account/)
    await button.click({ force: true })
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByText('Administrators hold no coins.')).toBeVisible()
  await expectSoundScreen(page)
  const { profile } = await add(server, 'Still Unconfirmed')
  await page.goto(`/admin/users/${profile.id}`)
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveAccessibleDescription(/Nobody/)
  await page.getByRole('button', { name: 'Change status' }).click()
  await expect(page.getByRole('radio', { name: /^Active/ })).toBeDisabled()
  await expect(page.getByRole('alertdialog')).toContainText(errors.email_not_confirmed.message)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Change status' })).toBeFocused()
})

test('every device of a person is signed out, and the page follows what others do', async ({ page, server }) => {
  const member = await createMember(server, { name: 'Often Signed In' })
  await page.goto(`/admin/users/${member.userId}`)
  await expect(fact(page, 'Signed in on')).toHaveText('1 device')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere' })
  await dialog.getByLabel('Reason').fill('Lost the phone.')
  await expectSoundLayer(page)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expectToast(page, 'Signed Out')
  await expect(fact(page, 'Signed in on')).toHaveText('No device')
  const other = await createAdmin(server, 'Bram de Vries')
  const body = { status: 'Inactive' as const, reason: 'Asked by mail.' }
  await call(other, changeUserStatus, { params: { userId: member.userId }, body })
  await expect(fact(page, 'Status')).toHaveText('Inactive')
  await call(other, changeUserStatus, { params: { userId: member.userId }, body: { ...body, status: 'Active' } })
  await expect(fact(page, 'Status')).toHaveText('Active')
  await call(other, signOutUser, { params: { userId: member.userId }, body: { reason: 'Again.' } })
})

test('the confirmation is mailed again while it is needed', async ({ page, server }) => {
  const { profile } = await add(server, 'Lost Mail')
  await page.goto(`/admin/users/${profile.id}`)
  await expect(fact(page, 'Email')).toHaveText('Not confirmed yet')
  const countMails = async () => (await server.mails()).filter(({ to }) => to === profile.email).length
  // The sign-up's mail may still be on its way.
  await expect.poll(countMails).toBe(1)
  await page.getByRole('button', { name: 'Resend confirmation' }).click()
  await expectToast(page, 'Confirmation Sent')
  await expect.poll(countMails).toBe(2)
  const member = await createMember(server, { name: 'Well Confirmed' })
  await page.goto(`/admin/users/${member.userId}`)
  await expect(fact(page, 'Email')).toHaveText('Confirmed')
  await expect(page.getByRole('button', { name: 'Resend confirmation' })).toHaveCount(0)
})

test('a lost second factor is removed after a proof, with a reason that nothing loses', async ({ page, server }) => {
  const member = await createMember(server, { name: 'Lost Phone' })
  await withDatabase(server, (db) =>
    db
      .insertInto('two_factor')
      .values({ user_id: member.userId, secret: Buffer.alloc(20), last_step: '0' })
      .execute(),
  )
  await page.goto(`/admin/users/${member.userId}`)
  await expect(fact(page, 'Two-factor')).toHaveText('On')
  const remove = page.getByRole('button', { name: 'Remove two-factor' })
  await remove.click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove two-factor' })
  await dialog.getByLabel('Reason').fill('Showed a passport.')
  await expectSoundLayer(page)
  // The typed values stay after a reload.
  await page.reload()
  await remove.click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Showed a passport.')
  await dialog.getByRole('button', { name: 'Remove two-factor' }).click()
  // A cancel of the question changes nothing and shows no message.
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await question.getByText('Cancel', { exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Showed a passport.')
  await dialog.getByRole('button', { name: 'Remove two-factor' }).click()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Two-Factor Removed')
  await expect(fact(page, 'Two-factor')).toHaveText('Off')
  await expect(remove).toHaveCount(0)
  await expect.poll(async () => (await server.mails()).filter(({ to }) => to === member.email).length).toBe(2)
})

function fact(page: Page, name: string): Locator {
  return page
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')
}

async function readSums(page: Page): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const name of ['Total', 'Available', 'Locked']) sums[name] = (await fact(page, name).textContent()) ?? ''
  return sums
}

/** Demands that even the largest figures of the wallet neither overlap nor leave the card. */
async function expectRoomForFigures(page: Page): Promise<void> {
  const figures = page.locator('dl', { has: page.getByText('Available', { exact: true }) }).locator('dd > span')
  const boxes = await figures.evaluateAll((all) => {
    const texts = all.map((figure) => figure.firstChild)
    const before = texts.map((text) => text?.nodeValue ?? '')
    for (const text of texts) if (text) text.nodeValue = '999,999,999,999.9999'
    const edge = all[0]?.closest('section')?.getBoundingClientRect().right ?? 0
    const places = all.map((figure) => figure.getBoundingClientRect())
    texts.forEach((text, at) => {
      if (text) text.nodeValue = before[at] ?? ''
    })
    return places.map(({ left, right, top, bottom }) => ({ left, right, top, bottom, edge }))
  })
  expect(boxes).toHaveLength(3)
  for (const [at, box] of boxes.entries()) {
    expect(box.right).toBeLessThan(box.edge)
    const next = boxes[at + 1]
    if (next) expect(next.left >= box.right || next.top >= box.bottom).toBe(true)
  }
}

async function add(server: TestServer, fullName: string) {
  const { id: packageId } = await findPackage(server, 'Gold')
  const email = `${fullName.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@example.org`
  return call(admin, addUser, { body: { fullName, email, packageId } })
}

async function signInAs(server: TestServer, { email }: Person): Promise<string> {
  return call({ server }, signIn, { body: { email, password, portal: 'member' } }).then(
    () => 'signed in',
    (error: Error) => error.message,
  )
}
