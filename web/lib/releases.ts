import { useSyncExternalStore } from 'react'

const checkEveryMs = 3_600_000

/**
 * Starts the service worker, and notices a newer release than that of the open page. It never reloads by itself, as the
 * person may be in the middle of a task.
 */
export async function watchReleases(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await whenLoaded()
  const { serviceWorker } = navigator
  // Some browsers refuse service workers, for instance in private windows. The site works without them.
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
  // Another tab may have activated a newer release. A worker without that event may be older than the page, which is
  // never cached.
  serviceWorker.addEventListener('controllerchange', () => {
    if (serviceWorker.controller) void compare(serviceWorker.controller)
  })
  // A new page makes the browser check for updates by itself; a tab that stays open for days does not.
  setInterval(() => void registration.update().catch(() => {}), checkEveryMs)
}

/** True if the site has a newer release than that of the open page. */
export function useHasNewRelease(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => newest !== undefined,
    () => false,
  )
}

/** Reloads the page with the newer release. Drafts are kept, as at any reload. */
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
  // The page belongs to that release already, so nothing changes for it.
  if (worker.state === 'installed') worker.postMessage('take over')
}

/** Resolves once the page has loaded. The worker fetches its files only after those of the page. */
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

/** The release of this page. The build writes it into the pages and into the worker. */
function ownRelease(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
