import type { Page } from '@playwright/test'
import { expect, expectAccessible } from '../helpers/browser.ts'
import { adminPages, logInToDemo, memberPages, test, visitorPages } from '../helpers/demo.ts'
import type { TestServer } from '../helpers/server.ts'
import { expectNoOverflow } from '../helpers/accessible-screen.ts'
import { findCutTexts } from './layout-faults.ts'

test.setTimeout(360_000)
// Soft, so that one run names the faults of all pages.
const softly = expect.configure({ soft: true })

test('every text of a visitor’s pages is translated and fits', async ({ page, demo }) => {
  await walk(page, demo, visitorPages)
})

test('every text of a member’s pages is translated and fits', async ({ page, demo }) => {
  await logInToDemo(page, demo, 'Member')
  await walk(page, demo, memberPages)
})

test('every text of an administrator’s pages is translated and fits', async ({ page, demo }) => {
  await logInToDemo(page, demo, 'Administrator')
  await walk(page, demo, await adminPages(page))
})

/**
 * Opens the pages in a language with accents on all letters, in Arabic, which runs from right to left, and in Spanish. Axe
 * looks at Arabic alone, on a phone and in one theme: the other tests look at English everywhere.
 */
async function walk(page: Page, demo: TestServer, paths: string[]) {
  const world = listenToData(page)
  for (const [language, direction] of [
    ['en-XA', 'ltr'],
    ['ar', 'rtl'],
    ['es', 'ltr'],
  ] as const) {
    await speak(page, demo, language)
    for (const path of paths) {
      await test.step(`${language} ${path}`, async () => {
        await open(page, path)
        await expect(page.locator('html')).toHaveAttribute('dir', direction)
        for (const width of language === 'es' ? [375] : [1440, 375]) {
          await page.setViewportSize({ width, height: 900 })
          await expectNoOverflow(page)
          softly(await findCutTexts(page), `cut off on ${path} in ${language} at ${width} px`).toEqual([])
        }
        if (language === 'ar') await expectAccessible(page)
        if (language === 'en-XA') {
          const message = `in English on ${path}`
          await softly.poll(() => findPlainTexts(page, world), { message, timeout: 3_000 }).toEqual([])
        }
      })
    }
  }
}

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('status', { name: /Loading|Ļöàðîñĝ|جارٍ التحميل|Cargando/ })).toHaveCount(0)
}

/**
 * The texts from the server, which are equal in all languages: the words of names, and the sentences that people wrote.
 */
interface World {
  words: Set<string>
  sentences: Set<string>
}

function listenToData(page: Page): World {
  const world: World = { words: new Set(), sentences: new Set() }
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return
    const data: unknown = await response.json().catch(() => null)
    gather(data, world)
  })
  return world
}

/** The keys of values that the app translates before it shows them. */
const enumKeys = /^(?:status|kind|type|role|action|icon|code|message|sort|order|warnings?|checks?|requestStatus)$/

// The browser names the countries, and it does not know made-up languages.
const countryNames = new Intl.DisplayNames('en', { type: 'region' })

function gather(value: unknown, world: World, key = ''): void {
  if (typeof value === 'string') {
    const name = key === 'country' ? countryNames.of(value) : value
    if (name === undefined || enumKeys.test(key)) return
    // A sentence may contain any words, so its words alone must not excuse other texts.
    if (name.split(' ').length > longestName) world.sentences.add(name)
    else for (const word of wordsOf(name)) world.words.add(word)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) gather(inner, world, Array.isArray(value) ? key : name)
  }
}

const longestName = 4

/**
 * Returns the texts and names on the page with an English word that neither comes from the server nor is equal in all
 * languages.
 */
async function findPlainTexts(page: Page, { words, sentences }: World): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (
        !node.parentElement?.closest(
          'script, style, noscript, code, kbd, [lang]:not(html), time, [translate=no], [autocomplete=country]',
        )
      ) {
        found.push(node.nodeValue ?? '')
      }
    }
    for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]:not(time)`)) {
        if (!element.closest('[lang]:not(html)')) found.push(element.getAttribute(name) ?? '')
      }
    }
    return [document.title, ...found]
  })
  // An address or a code is one word with signs in it.
  const isName = (text: string) => /^\S*[\d?/@…]\S*$/.test(text.trim())
  const ownText = (text: string) => [...sentences].reduce((rest, sentence) => rest.replaceAll(sentence, ''), text)
  const isEnglish = (text: string) =>
    !isName(text) && wordsOf(ownText(text)).some((word) => !sameInAll.has(word) && !words.has(word))
  return [...new Set(texts.filter(isEnglish).map((text) => text.trim()))]
}

// Words without an accented letter in the made-up language prove nothing.
function wordsOf(text: string): string[] {
  return [...text.matchAll(/\p{L}+/gu)]
    .map(([word]) => word)
    .filter((word) => /^[a-z]{3,}$/i.test(word) && /[aceginorstu]/.test(word))
}

const sameInAll = new Set(
  [
    'English Deutsch Chrome Linux Ctrl',
    'Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec January February March April June July August September',
    'October November December Monday Tuesday Wednesday Thursday Friday Saturday Sunday',
  ].flatMap((words) => words.split(' ')),
)

async function speak(page: Page, { url }: TestServer, language: string) {
  await page.context().addCookies([{ name: 'language', value: language, url }])
}
