// Runs before the first paint, as an ordinary blocking script, so that nobody sees a flash of the wrong theme.
// It is the only place that decides the theme; the switch in the page stores a choice and sends 'themechange'.
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
})()
