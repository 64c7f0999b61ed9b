// The address bar still shows the requested page, so a reload tries it again.

// The build writes the texts here, { en: { title: … }, de: … }, and the languages that run from right to left.
const texts = __TEXTS__
const fromRight = __FROM_RIGHT__

const root = document.documentElement
const readChoice = () => {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}

const theme = readChoice()
const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
root.dataset.theme = isDark ? 'dark' : 'light'

// The names are in the order in which the server reads them.
const chosen = __COOKIES__.map((name) => new RegExp(`(?:^|; )${name}=(\\w+)`).exec(document.cookie)?.[1])
const preferred = [...chosen, ...navigator.languages.map((language) => language.split('-', 1)[0])]
const language = preferred.find((code) => code in texts) ?? 'en'
root.lang = language
root.dir = fromRight.includes(language) ? 'rtl' : 'ltr'
document.title = texts[language].title
for (const element of document.querySelectorAll('[data-text]')) {
  element.textContent = texts[language][element.dataset.text]
}

document.querySelector('button').addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())

// The device may be online while the site is down. No event tells the page when the site is back, so the page asks.
setInterval(() => void reloadOnceBack(), 5000)

async function reloadOnceBack() {
  if (document.visibilityState !== 'visible') return
  const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok || answer?.status === 500) location.reload()
}
