// The page that was asked for is still the address of this one, so to try again is to reload.

// The build puts the words here: { en: { title: … }, de: … }, and which of the languages run from right to left.
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

const chosen = new RegExp(`(?:^|; )${__COOKIE__}=(\\w+)`).exec(document.cookie)?.[1]
const liked = [chosen, ...navigator.languages.map((language) => language.split('-', 1)[0])]
const language = liked.find((code) => code in texts) ?? 'en'
root.lang = language
root.dir = fromRight.includes(language) ? 'rtl' : 'ltr'
document.title = texts[language].title
for (const element of document.querySelectorAll('[data-text]')) {
  element.textContent = texts[language][element.dataset.text]
}

document.querySelector('button').addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())

// The network may be there and the site not: nobody hears when that is over.
setInterval(async () => {
  if (document.visibilityState !== 'visible') return
  const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok || answer?.status === 500) location.reload()
}, 5000)
