import type { Page, Worker } from '@playwright/test'
import { createMember, signInBrowser } from '../helpers/api.ts'
import { expect, test } from '../helpers/browser.ts'

test.use({ serviceWorkers: 'allow' })

test('a wake-up shows one text and makes no call, and shows nothing while a page is in sight', async ({
  page,
  server,
}) => {
  await signInBrowser(page, await createMember(server))
  await page.goto('/dashboard/notifications')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the site has no service worker')
  await noteMessages(worker)
  const wake = await findPushService(page, server.url)
  await wake()
  await expect.poll(() => wakeUps(worker)).toBe(1)
  expect(await messages(worker)).toEqual([])

  const calls: string[] = []
  page.context().on('request', (request) => {
    if (request.serviceWorker()) calls.push(new URL(request.url()).pathname)
  })
  await page.goto('about:blank')
  await wake()
  await expect.poll(() => messages(worker)).toEqual(['There is news in ET'])
  expect(calls).toEqual([])
})

/** Lets the worker note the messages, because a browser without a screen shows none, and count the wake-ups. */
async function noteMessages(worker: Worker): Promise<void> {
  await worker.evaluate(`
    globalThis.noted = []
    globalThis.wakeUps = 0
    registration.showNotification = async (title) => { noted.push(title) }
    addEventListener('push', () => { wakeUps += 1 })`)
}

const messages = (worker: Worker) => worker.evaluate<string[]>('noted')
const wakeUps = (worker: Worker) => worker.evaluate<number>('wakeUps')

/** Returns a function that delivers a message without content to the worker of the site, as a push service does. */
async function findPushService(page: Page, origin: string): Promise<() => Promise<void>> {
  const client = await page.context().newCDPSession(page)
  const found = Promise.withResolvers<string>()
  client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [registration] = registrations
    if (registration) found.resolve(registration.registrationId)
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await found.promise
  return async () => {
    await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: '' })
  }
}
