import { useSyncExternalStore } from 'react'

const checkEveryMs = 3_600_000

/**
 * Starts the service worker, and notices when the site has a newer release than the page that is open. It never reloads by
 * itself: somebody may be in the middle of something.
 */
export async function watchReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await whenLoaded()
  const { serviceWorker } = navigator
  // Where a browser keeps no workers, as in some private windows, the site goes without.
  const registration: ServiceWorkerRegistration | undefined = await serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => undefined)
  if (!registration) return
  const compareWaiting = () => {
    if (registration.waiting) void compare(registration.waiting)
  }
  compareWaiting()
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', compareWaiting)
  })
  // Another tab may have brought in a newer one. Before that the worker may well be older than the page, which is never kept.
  serviceWorker.addEventListener('controllerchange', () => {
    if (serviceWorker.controller) void compare(serviceWorker.controller)
  })
  // A new page has the browser ask by itself; a tab that stays open for days does not.
  setInterval(() => void registration.update().catch(() => {}), checkEveryMs)
}

/** Whether the site has a newer release than the page that is open. */
export function useHasNewRelease(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => newest !== undefined,
    () => false,
  )
}

/** Opens the page anew, with the newer release. What was typed is kept, as at any reload. */
export function openNewRelease(): void {
  if (newest?.state !== 'installed') {
    location.reload()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newest.postMessage('take over')
}

let newest: ServiceWorker | undefined
const listeners = new Set<() => void>()

async function compare(worker: ServiceWorker): Promise<void> {
  const release = await askRelease(worker)
  if (release !== ownRelease()) {
    newest = worker
    for (const listener of listeners) listener()
    return
  }
  // This page is of that release already, so nothing changes for it.
  if (worker.state === 'installed') worker.postMessage('take over')
}

/** What the worker keeps is fetched after all that the page needs. */
async function whenLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

async function askRelease(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<string>()
  port1.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data), { once: true })
  port1.start()
  worker.postMessage('release', [port2])
  return promise
}

/** The build gives it to the pages and to the worker. */
function ownRelease(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
