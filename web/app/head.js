// An ordinary script that runs before the first paint, for work that cannot wait for the app.

// Sets the theme before the first paint, so that no wrong theme flashes up. Only this code decides on the theme: the
// switch in the page stores a choice and sends 'themechange'.
;(() => {
  const root = document.documentElement
  const prefersDark = matchMedia('(prefers-color-scheme: dark)')

  const readChoice = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      return null
    }
  }

  const applyTheme = () => {
    const choice = readChoice()
    const isDark = choice === 'dark' || (choice !== 'light' && prefersDark.matches)
    root.dataset.theme = isDark ? 'dark' : 'light'
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.content = isDark ? '#0d1a1f' : '#ffffff'
    }
  }

  applyTheme()
  prefersDark.addEventListener('change', applyTheme)
  addEventListener('storage', applyTheme)
  addEventListener('themechange', applyTheme)
  addEventListener('pageshow', applyTheme)
})()

// If the browser shows a kept page again after a change of language, the page is reloaded in the new language. On https the
// cookie of it has a prefix, and one of an earlier release may stand beside it.
{
  const readLanguage = () => document.cookie.match(/(?:^|; )(?:__Host-)?language=[^;]*/g)?.join('')
  const language = readLanguage()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readLanguage() !== language) location.reload()
  })
}

// Remembers a click on a language before the home page listens. The page repeats it later (web/lib/early-choices.ts).
addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement && target.lang) globalThis.clickedLanguage = target
})

// A page shows "Loading" until the session is known. If the page is for this person, its bars and heading then take
// that place; they were rendered when the app was built. The app replaces all of it.
/** @param {Response} answer */
const showFrame = async (answer) => {
  const { session } = /** @type {import('../lib/session-state.ts').SessionAnswer} */ (await answer.clone().json())
  const frame = document.getElementById('frame')
  const loading = document.querySelector('#root > [role="status"]')
  if (!(frame instanceof HTMLTemplateElement) || !loading) return
  const role = { user: 'member', admin: 'admin', nobody: 'visitor' }[session?.user.role ?? 'nobody']
  if (frame.dataset.audience !== role || (session?.two_factor.is_required && !session.two_factor.is_on)) return
  const name = session?.profile.full_name ?? ''
  for (const place of frame.content.querySelectorAll('[data-own-name]')) place.textContent = name
  loading.className = 'sr-only'
  loading.after(frame.content)
}

// Every page needs the session. This request runs while the app loads, and the app takes the answer when it starts.
{
  const asked = fetch('/api/auth/session', { signal: AbortSignal.timeout(30_000) })
  // The app handles a failure when it takes the answer.
  asked.then(showFrame).catch(() => {})
  globalThis.firstSession = asked
  // If the person signs in or out in another tab before the app starts, the answer is out of date.
  new BroadcastChannel('session').addEventListener('message', () => {
    globalThis.firstSession = undefined
  })
}

// The home page for visitors is readable without scripts. Its scripts wait in a template, and start after the first
// paint, or at once in a hidden tab.
addEventListener('DOMContentLoaded', () => {
  const aside = document.querySelector('template#scripts')
  if (!(aside instanceof HTMLTemplateElement)) return
  const begin = () => document.head.append(aside.content)
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    begin()
    return
  }
  const paints = new PerformanceObserver(() => {
    paints.disconnect()
    begin()
  })
  paints.observe({ type: 'paint', buffered: true })
})
