// What cannot wait for the app: an ordinary script that runs before the first paint.

// Nobody sees a flash of the wrong theme. This is the only place that decides the theme; the switch in the page stores a
// choice and sends 'themechange'.
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

// A page that the browser kept and shows again may be in another language than the one that was chosen since.
{
  const readLanguage = () => /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1]
  const language = readLanguage()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readLanguage() !== language) location.reload()
  })
}

// A language that is clicked before the home page hears of it counts once it does (web/lib/early-choices.ts).
addEventListener('click', ({ target }) => {
  if (target instanceof HTMLButtonElement && target.lang) globalThis.clickedLanguage = target
})

// A page says that it is loading until it is known who is signed in. Then its bars and its heading, drawn when the app was
// built, take that place, if it is a page for this person. The app takes the place of all of it.
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

// Every page has to know who is signed in. The answer is on its way while the app is, which takes it when it starts.
{
  const asked = fetch('/api/auth/session', { signal: AbortSignal.timeout(30_000) })
  // That it failed is told to whoever takes it.
  asked.then(showFrame).catch(() => {})
  globalThis.firstSession = asked
  // Whoever signs in or out in another tab before the app is there makes the answer untrue.
  new BroadcastChannel('session').addEventListener('message', () => {
    globalThis.firstSession = undefined
  })
}

// The home page that visitors get is there without scripts. Those it has come alive by are put aside in it, and begin once
// it has been seen, or at once where nobody looks.
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
