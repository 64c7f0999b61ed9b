// Stands inside the document, because the files that it watches may be missing, for example during a release or if the
// network fails. Reloads a page that cannot start once, and shows a notice if that does not help. The router handles
// files that are missing later in the same way (web/app/routes/root-route.tsx).
{
  const patienceMs = 45_000
  const askAgainMs = 5000
  // After this time, a page may be reloaded once more.
  const onceInMs = 600_000
  let hasFailed = false

  // The app replaces the notice when it starts.
  const findNotice = () => document.getElementById('stuck')

  const wasReloaded = () => {
    try {
      return Date.now() - sessionStorage.getItem('reloaded') < onceInMs
    } catch {
      return true
    }
  }

  const showNotice = () => {
    const notice = findNotice()
    if (!notice) {
      if (document.readyState === 'loading') addEventListener('DOMContentLoaded', showNotice)
      return
    }
    for (const part of document.querySelectorAll('#root > [role="status"], #root > [inert]')) part.remove()
    notice.hidden = false
  }

  // Asks the server first: if the site is away, a reload would show the browser's own error page.
  const openAnew = async (evenIfDrawn) => {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch('/api/health', { cache: 'no-store', signal }).catch(() => undefined)
    if (!evenIfDrawn && !findNotice()) return
    // A server that finds its data damaged answers 500; a server that is away does not answer.
    if (answer?.ok || answer?.status === 500) {
      sessionStorage.setItem('reloaded', Date.now())
      location.reload()
      return
    }
    showNotice()
    setTimeout(() => void openAnew(), askAgainMs)
  }

  // The page may be on the screen although a file is missing, such as its language or its styles.
  const fail = (evenIfDrawn) => {
    if (hasFailed) return
    hasFailed = true
    if (wasReloaded()) showNotice()
    else void openAnew(evenIfDrawn)
  }

  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')) {
        fail(true)
      }
    },
    true,
  )
  // On a slow line files arrive one after another. The page is not stuck as long as they do.
  const look = () => {
    if (!document.querySelector('#root > #stuck')) return
    const arrivals = performance.getEntriesByType('resource').map(({ startTime, duration }) => startTime + duration)
    const restMs = Math.max(0, ...arrivals) + patienceMs - performance.now()
    if (restMs > 0) setTimeout(look, restMs)
    else fail(false)
  }
  setTimeout(look, patienceMs)
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('#stuck button')) location.reload()
  })
}
