import type { Page, Route } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { getProfileByMemberId } from '../../contract/profiles.ts'
import { submitTransferRequest } from '../../contract/requests.ts'
import { failureTitles, fieldTexts } from '../../contract/texts.ts'
import { giveOverview } from '../helpers/screen-data/overview.ts'
import { anotherMember, readAsSpender } from '../helpers/screen-data/spending.ts'
import { expect, test } from '../helpers/screen.ts'
import { expectToast } from '../helpers/screens.ts'
import { expectAccessibleAtThisWidth, expectAccessibleAtEveryWidth } from '../helpers/accessible-screen.ts'

const phone = { tag: '@phone' }
const lookUps = '**/api/rpc/get_profile_by_member_id*'
const transfers = '**/api/transfer-requests'
const kofi = anotherMember('Kofi Mensah', '4H8T2W6Z')
const zofia = anotherMember('Zofia Nowak', '5J9V3X7A')

test('the name of the member ID shows half a second after the last key, and never for another ID [TRANSFER-01] [TRANSFER-02] [TRANSFER-04]', async ({
  page,
  answers,
}) => {
  const world = await readAsSpender(page, answers)
  world.others = [kofi, zofia]
  const asked: string[] = []
  const held = Promise.withResolvers<Route>()
  await page.route(lookUps, async (route) => {
    const id = new URL(route.request().url()).searchParams.get('p_member_id') ?? ''
    asked.push(id)
    // The answer about the first id is late.
    if (id === kofi.member_id) held.resolve(route)
    else await route.continue()
  })
  await page.clock.install()
  await openTransferPage(page)
  await page.clock.pauseAt(Date.now() + 10_000)
  const recipient = page.getByLabel('Recipient Member ID')
  // A slow typist gets an answer without a look-up, because look-ups are limited.
  await recipient.fill(kofi.member_id.slice(0, -1))
  await page.clock.runFor(499)
  await expect(recipient).not.toHaveAttribute('aria-invalid')
  await page.clock.runFor(1)
  await expect(recipient).toHaveAccessibleDescription(new RegExp(errors.recipient_invalid.message))
  await recipient.fill(zofia.member_id)
  await page.clock.runFor(499)
  await recipient.fill(` ${kofi.member_id.toLowerCase()} `)
  await page.clock.runFor(499)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual([kofi.member_id])
  await page.clock.runFor(200)
  await expect(page.getByText('Checking...')).toBeVisible()

  await recipient.fill(zofia.member_id.toLowerCase())
  await page.clock.resume()
  await expect(page.getByText('Zofia Nowak')).toHaveCount(2)
  await (await held.promise).continue().catch(() => {})
  await expect(recipient).toHaveAccessibleDescription(/Zofia Nowak/)
  await expect(page.getByText('Kofi Mensah')).toHaveCount(0)
  // An incomplete id shows no name.
  await recipient.press('Backspace')
  await expect(page.getByText('Zofia Nowak')).toHaveCount(0)
})

test('oneself, an unknown member and a failed look-up have different errors, and nothing is sent [TRANSFER-05] [TRANSFER-06] [TRANSFER-07] [TRANSFER-10]', async ({
  page,
  answers,
}) => {
  const world = await readAsSpender(page, answers)
  world.others = [kofi]
  await openTransferPage(page)
  const recipient = page.getByLabel('Recipient Member ID')
  await page.getByLabel('Amount', { exact: true }).fill('1000')
  const refuses = async (sentence: string) => {
    await expect(recipient).toHaveAccessibleDescription(new RegExp(sentence.replaceAll('.', '\\.')))
    await review(page)
    await expect(recipient).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await review(page)
  await expect(recipient).toHaveAccessibleDescription(/Recipient Member ID is required\./)
  await recipient.fill(` ${world.member.member_id?.toLowerCase()} `)
  await refuses(errors.recipient_is_self.message)
  await recipient.fill('ET-NOBODY')
  await refuses(errors.recipient_invalid.message)
  expect(answers.callsOf(getProfileByMemberId)).toEqual([])
  await recipient.fill('ET-000000000')
  await refuses(errors.recipient_invalid.message)
  expect(answers.callsOf(getProfileByMemberId)).toHaveLength(1)
  await expectAccessibleAtEveryWidth(page)
  await page.route(lookUps, (route) => route.abort())
  await recipient.fill(kofi.member_id)
  await refuses(fieldTexts.memberIdUnchecked)
  const { status, message } = errors.too_many_requests
  await page.route(lookUps, (route) =>
    route.fulfill({ status, headers: { 'retry-after': '40' }, json: { code: 'too_many_requests', message } }),
  )
  await page.getByRole('button', { name: 'Check again' }).click()
  await refuses('You can try again in 40 seconds.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(recipient).toHaveAccessibleDescription(/Kofi Mensah/)
  expect(answers.callsOf(submitTransferRequest)).toEqual([])
})

test(
  'coins are sent after a review, once, and the next transfer is a click away [TRANSFER-03] [TRANSFER-08] [TRANSFER-09] [TRANSFER-12] [TRANSFER-13] [TRANSFER-14] [CALL-40]',
  phone,
  async ({ page, answers }) => {
    const world = await readAsSpender(page, answers)
    world.others = [kofi]
    const answering = Promise.withResolvers<void>()
    await page.route(transfers, async (route) => {
      // The second click meets the first call still running.
      await answering.promise
      await route.continue()
    })
    await openTransferPage(page)
    await expect(page.getByRole('region', { name: 'Your coins' })).toContainText('27,500')
    const amount = page.getByLabel('Amount', { exact: true })
    await expect(amount).toHaveAttribute('inputmode', 'numeric')
    await page.getByLabel('Recipient Member ID').fill(kofi.member_id.toLowerCase())
    for (const [typed, sentence] of [
      ['28000', errors.amount_exceeds_balance.message],
      ['1500', errors.transfer_not_multiple.message],
      ['500', errors.transfer_not_multiple.message],
      ['1.000', '"1.000" could mean 1 or 1000. Please type one of these two.'],
    ] as const) {
      await amount.fill(typed)
      await amount.blur()
      await expect(page.getByText(sentence)).toBeVisible()
      await review(page)
      await expect(amount).toBeFocused()
      await amount.fill('2000')
      await expect(page.getByText(sentence)).toHaveCount(0)
    }
    await page.getByRole('button', { name: /^Max/ }).click()
    await expect(amount).toHaveValue('27000')
    await expect(page.getByText('Kofi Mensah')).toHaveCount(2)
    await expectAccessibleAtEveryWidth(page)

    await amount.fill('8000')
    await amount.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Review your transfer' })
    for (const text of [
      'Kofi Mensah',
      kofi.member_id,
      '8,000',
      '$80.00',
      '27,500',
      '19,500',
      'administrator decides',
    ]) {
      await expect(dialog).toContainText(text)
    }
    await expectAccessibleAtThisWidth(page)
    expect(answers.callsOf(submitTransferRequest)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await review(page)
    await dialog.getByRole('button', { name: 'Submit transfer' }).dblclick()
    answering.resolve()
    const heading = page.getByRole('heading', { level: 1, name: 'Transfer submitted' })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(page.getByText('8,000\u00a0ET go to Kofi Mensah')).toBeVisible()
    expect(answers.callsOf(submitTransferRequest)).toHaveLength(1)
    expect(answers.callsOf(submitTransferRequest)[0]?.body).toEqual({
      recipient_member_id: kofi.member_id,
      amount_coins: 8_000,
    })
    const [request] = world.requests
    await expect(page.getByRole('link', { name: 'Go to Activity' })).toHaveAttribute(
      'href',
      `/dashboard/activity?request=${request?.id}`,
    )
    await expectAccessibleAtEveryWidth(page)

    await page.getByRole('button', { name: 'Send another' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Transfer coins' })).toBeFocused()
    await expect(page.getByLabel('Recipient Member ID')).toHaveValue('')
    await expect(page.locator('[aria-invalid]')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Your coins' })).toContainText('19,500')
    await expect(page.getByRole('region', { name: 'Your coins' })).toContainText('8,000')
    await page
      .getByRole('group', { name: 'Recent recipients' })
      .getByRole('button', { name: /Kofi Mensah/ })
      .click()
    await expect(page.getByLabel('Recipient Member ID')).toHaveValue(kofi.member_id)
    await expect(page.getByLabel('Recipient Member ID')).toHaveAccessibleDescription(/Kofi Mensah/)
  },
)

test('a balance that became too low is reported by a toast and beside the amount [TRANSFER-11]', async ({
  page,
  answers,
}) => {
  const world = await readAsSpender(page, answers)
  world.others = [kofi]
  await fillTransfer(page, '20000')
  await review(page)
  await expect(page.getByRole('dialog')).toContainText('Kofi Mensah')
  world.available -= 10_000
  world.locked += 10_000
  answers.announce('requests', 'wallet')
  await page.getByRole('button', { name: 'Submit transfer' }).click()
  await expectToast(page, {
    title: failureTitles.insufficientFunds,
    description: errors.insufficient_funds.message,
  })
  const amount = page.getByLabel('Amount', { exact: true })
  await expect(amount).toBeFocused()
  await expect(amount).toHaveAccessibleDescription(new RegExp(errors.insufficient_funds.message))
  await expect(amount).toHaveValue('20000')
  await expect(page.getByRole('region', { name: 'Your coins' })).toContainText('17,500')
})

test('text that is typed during the look-up of the recipient does not open a review', async ({ page, answers }) => {
  const world = await readAsSpender(page, answers)
  world.others = [kofi]
  const held = Promise.withResolvers<Route>()
  await page.route(lookUps, (route) => held.resolve(route))
  await fillTransfer(page, '8000')
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.press('Enter')
  const button = page.getByRole('button', { name: 'Review transfer' })
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await amount.fill('900')
  await (await held.promise).continue()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expect(amount).toBeFocused()
  await amount.fill('9000')
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$90.00')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await review(page)
  await expect(page.getByRole('dialog')).toContainText('9,000')
  await expect(page.getByRole('dialog')).toContainText('$90.00')
})

test('a recipient who is suspended during the review is refused, and later unknown [TRANSFER-10]', async ({
  page,
  answers,
}) => {
  const world = await readAsSpender(page, answers)
  world.others = [kofi]
  await fillTransfer(page, '8000')
  await review(page)
  await expect(page.getByRole('dialog')).toContainText('Kofi Mensah')
  world.others = []
  await page.getByRole('button', { name: 'Submit transfer' }).click()
  await expectToast(page, failureTitles.transfer)
  const recipient = page.getByLabel('Recipient Member ID')
  await expect(recipient).toBeFocused()
  await expect(recipient).toHaveAccessibleDescription(new RegExp(errors.recipient_invalid.message))
  await page.getByLabel('Amount', { exact: true }).fill('7000')
  await review(page)
  await expect(recipient).toHaveAccessibleDescription(new RegExp(errors.recipient_invalid.message))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Kofi Mensah')).toHaveCount(0)
  expect(world.requests).toEqual([])
})

test('a member who leaves the page during a transfer gets its result in a toast', async ({ page, answers }) => {
  const world = await readAsSpender(page, answers)
  world.others = [kofi]
  giveOverview(answers, world.member)
  await page.goto('/dashboard')
  for (const outcome of ['refused', 'accepted']) {
    const held = Promise.withResolvers<Route>()
    await page.route(transfers, (route) => held.resolve(route))
    await page.getByRole('main').getByRole('link', { name: 'Transfer' }).click()
    if (outcome === 'refused') {
      await page.getByLabel('Recipient Member ID').fill(kofi.member_id)
      await page.getByLabel('Amount', { exact: true }).fill('8000')
    }
    await review(page)
    await page.getByRole('button', { name: 'Submit transfer' }).click()
    const route = await held.promise
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
    await (outcome === 'refused' ? route.abort() : route.continue())
    await expectToast(page, outcome === 'refused' ? failureTitles.transfer : 'Transfer submitted')
    await page.unroute(transfers)
  }
  expect(world.requests).toHaveLength(1)
})

test('with text of twice the size a phone still shows what is typed', async ({ page, answers }) => {
  await readAsSpender(page, answers)
  await page.setViewportSize({ width: 375, height: 812 })
  await openTransferPage(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.fill('27000')
  expect(await amount.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  const bar = await page.locator('[data-action-bar]').boundingBox()
  expect(bar?.height).toBeLessThan(812 / 3)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
})

async function openTransferPage(page: Page) {
  await page.goto('/dashboard/transfer')
  await expect(page.getByRole('heading', { level: 1, name: 'Transfer coins' })).toBeVisible()
}

async function fillTransfer(page: Page, amount: string) {
  await openTransferPage(page)
  await page.getByLabel('Recipient Member ID').fill(kofi.member_id)
  await page.getByLabel('Amount', { exact: true }).fill(amount)
}

async function review(page: Page) {
  await page.getByRole('button', { name: 'Review transfer' }).click()
}
