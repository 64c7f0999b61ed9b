import { keepSession } from '../../contract/auth.ts'
import { getUserDashboardData } from '../../contract/dashboards.ts'
import { listOwnWaits } from '../../contract/decision-times.ts'
import { eventsPath } from '../../contract/events.ts'
import {
  buy,
  createAdmin,
  createBuyer,
  createMember,
  decide,
  transfer,
  signInBrowser,
  type Person,
} from '../helpers/api.ts'
import { getUserDashboardStats } from '../../contract/stats.ts'
import { expect, test } from '../helpers/browser.ts'
import { setVisibility } from '../helpers/screens.ts'

const liveWithinMs = 1_500

test('a member gets no data of another member, in no byte of the stream and in no call of the page', async ({
  page,
  server,
}) => {
  const admin = await createAdmin(server)
  const [listener, other] = [await createBuyer(admin), await createBuyer(admin, { name: 'Kofi Mensah' })]
  const stream = await listen(listener)
  await signInBrowser(page, listener)
  await page.addInitScript(countEvents)
  await page.goto('/dashboard')
  const open = page.getByRole('region', { name: 'Open request' })
  await expect.poll(() => page.evaluate('streams')).toBe(1)
  // After an event the page has caught up, and makes no call without another event.
  await buy(listener, 5_000)
  await expect(open).toContainText('5,000')
  await expect.poll(() => page.evaluate('events')).toBe(1)
  await stream.heard(/data: /)
  const before = stream.text()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Three calls do not depend on events: the polls of the platform's figures and of the places in line, and the note of activity.
    if (pathname.endsWith('get_global_platform_stats') || pathname === listOwnWaits.path) return
    if (pathname === keepSession.path && request.method() === keepSession.method) return
    if (pathname.startsWith('/api/')) calls.push(pathname)
  })
  await decide(admin, await buy(other, 3_000), 'approved', 'A secret of two.')
  const sent = await transfer(other, await createMember(server, { name: 'Ama One' }), 1_000)
  await decide(admin, sent, 'rejected')
  // The listener's own event follows all others, and is the only one that arrives.
  await buy(listener, 6_000)
  await expect(open).toContainText('6,000', { timeout: liveWithinMs })
  await expect
    .poll(() => stream.text().slice(before.length).replaceAll(':\n\n', ''))
    .toBe('data: {"topics":["requests"]}\n\n')
  expect(await page.evaluate('events')).toBe(2)
  expect(calls.toSorted()).toEqual([getUserDashboardData.path, getUserDashboardStats.path].toSorted())
  await stream.close()
})

test('events during an offline time are shown afterwards', async ({ page, context, server }) => {
  const admin = await createAdmin(server)
  const member = await createMember(server)
  const request = await buy(member, 'Gold')
  await signInBrowser(page, member)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Open request' })).toContainText('25,000')
  await context.setOffline(true)
  await decide(admin, request, 'approved')
  await expect(page.getByText('27,500')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText('27,500').first()).toBeVisible()
})

test('a tab that loses its stream to newer tabs makes no calls until it is visible, and then catches up', async ({
  page,
  server,
}) => {
  const member = await createBuyer(await createAdmin(server))
  await signInBrowser(page, member)
  await page.addInitScript(countEvents)
  await page.goto('/dashboard')
  await expect(page.getByText('27,500').first()).toBeVisible()
  await expect.poll(() => page.evaluate('streams')).toBe(1)
  await setVisibility(page, 'hidden')
  const newer: Awaited<ReturnType<typeof listen>>[] = []
  for (let count = 0; count < 5; count += 1) newer.push(await listen(member))
  // A stream that had only broken would reconnect within two seconds.
  await page.waitForTimeout(4_000)
  expect(await page.evaluate('streams')).toBe(1)
  expect(newer.map((stream) => stream.isEnded())).toEqual([false, false, false, false, false])
  await expect(page.getByText('Connection lost')).toHaveCount(0)
  await buy(member, 1_000)
  await setVisibility(page, 'visible')
  await expect(page.getByRole('region', { name: 'Open request' }).getByRole('heading')).toHaveText(/Buy 1,000/)
  await expect.poll(() => page.evaluate('streams')).toBe(2)
  await buy(member, 2_000)
  await expect(page.getByRole('region', { name: 'Open request' }).getByRole('heading')).toHaveText(/Buy 2,000/)
  for (const stream of newer) await stream.close()
})

/** Runs in the page before its own scripts. */
const countEvents = `
  window.streams = 0
  window.events = 0
  window.EventSource = class extends EventSource {
    constructor(...parts) {
      super(...parts)
      this.addEventListener('open', () => (window.streams += 1))
      this.addEventListener('message', () => (window.events += 1))
    }
  }`

/** Returns every byte of a person's event stream. */
async function listen({ server, session }: Person) {
  const stop = new AbortController()
  const response = await fetch(server.url + eventsPath, {
    headers: { cookie: `${session.name}=${session.value}` },
    signal: stop.signal,
  })
  let [text, isEnded] = ['', false]
  const reading = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part
    isEnded = true
  })().catch(() => undefined)
  return {
    text: () => text,
    isEnded: () => isEnded,
    heard: (what: RegExp) => expect.poll(() => text).toMatch(what),
    async close() {
      stop.abort()
      await reading
    },
  }
}
