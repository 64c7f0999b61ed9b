// Stands inside the document: the files that it watches for may be missing, as in the moment of a release, or when the
// network breaks off. A page that cannot start is opened anew once, and says so when that does not help. Files that are
// missing later are a matter of the router, which does the same (web/app/routes/root-route.tsx).
{
  const patienceMs = 45_000
  const askAgainMs = 5000
  // Whoever tries again after a while has a page opened anew once more.
  const onceInMs = 600_000
  let hasFailed = false

  // The app takes the place of it.
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

  // A site that is away would be followed by the browser's own page of errors, so it is asked first.
  const openAnew = async (evenIfDrawn) => {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch('/api/health', { cache: 'no-store', signal }).catch(() => undefined)
    if (!evenIfDrawn && !findNotice()) return
    // A server that finds its data damaged says so with 500; one that is away cannot.
    if (answer?.ok || answer?.status === 500) {
      sessionStorage.setItem('reloaded', Date.now())
      location.reload()
      return
    }
    showNotice()
    setTimeout(openAnew, askAgainMs)
  }

  // A page may be drawn although a file is missing: without its language, or its look.
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
  // On a slow line files come one after another: as long as they do, nothing is stuck.
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
