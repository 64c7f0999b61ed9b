// Runs beside the pages. It keeps one page of its own, which it shows while the site cannot be reached. It keeps no
// answer of the server, such as balances or requests, so no person ever sees old amounts.

// The build writes the names of the release and of its page here. A change of either name makes a new worker.
const release = __RELEASE__
const ownCache = `offline ${__PAGE__}`
const offlinePage = '/offline.html'
const filesOfPage = ['/offline.css', '/offline.js', '/mark.svg']

addEventListener('install', (event) => {
  const files = [offlinePage, ...filesOfPage].map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(caches.open(ownCache).then((cache) => cache.addAll(files)))
})

addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([removeOldCaches(), registration.navigationPreload?.enable()]).then(() => clients.claim()),
  )
})

addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin || method !== 'GET') return
  if (filesOfPage.includes(pathname)) event.respondWith(fetch(event.request).catch(() => findKept(pathname)))
  else if (mode === 'navigate' && !/^\/(?:api|dev)(?:\/|$)/.test(pathname)) event.respondWith(openPage(event))
})

// A page asks for the name of the release. Once the person wants the new release, the page asks this worker to replace
// the earlier one.
addEventListener('message', (event) => {
  if (event.data === 'release') event.ports[0].postMessage(release)
  if (event.data === 'take over') event.waitUntil(skipWaiting())
})

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return findKept(offlinePage)
  }
}

async function findKept(path) {
  return (await caches.match(path, { cacheName: ownCache })) ?? Response.error()
}

async function removeOldCaches() {
  const names = await caches.keys()
  return Promise.all(names.filter((name) => name !== ownCache).map((name) => caches.delete(name)))
}

// A wake-up has no content, and this worker reads nothing of the person: the session may have ended.
addEventListener('push', (event) => event.waitUntil(showNews()))

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNews())
})

const newsPath = '/dashboard/notifications'
const wakeUpTexts = __WAKE_UP__

async function showNews() {
  const pages = await clients.matchAll({ type: 'window' })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const [language] = navigator.language.split('-')
  const text = wakeUpTexts[language] ?? wakeUpTexts.en
  // A newer one takes the place of the one before.
  await registration.showNotification(text, { tag: 'news', icon: '/mark.svg' })
}

// A page that is open may hold unsent text, so it comes to the front as it is. Its bell shows the news.
async function openNews() {
  const [page] = await clients.matchAll({ type: 'window' })
  return page ? page.focus() : clients.openWindow(newsPath)
}
