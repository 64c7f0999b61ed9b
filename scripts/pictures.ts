import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { pagePaths, type PagePath } from '../contract/pages.ts'
import { ensureBrowser } from './install-browser.ts'
import { openDemo, type Demo } from './pictures/demo-site.ts'
import { fixTime } from './pictures/fixed-time.ts'
import { emptyFolder } from './pictures/picture-folder.ts'
import { listPictures, pictureFile, picturesDir, renderIndex, screens, type Picture } from './pictures/picture-list.ts'

// Takes the pictures of docs/pictures in a demonstration world at a fixed time. `npm run pictures -- <folder>` takes
// every page in both themes at all widths and writes the pictures to that folder.

const folder = process.argv[2]
const pictures = listPictures({ isComplete: folder !== undefined })
const target = folder ?? picturesDir
const quality = 62
const patienceMs = 20_000

type Role = 'visitor' | 'member' | 'admin'

async function takeAll(demo: Demo, browser: Browser): Promise<void> {
  for (const role of ['visitor', 'member', 'admin'] as const) {
    const context = await browser.newContext({
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'UTC',
      // The calls of a service worker would bypass the fixed time.
      serviceWorkers: 'block',
    })
    await fixTime(context)
    const page = await context.newPage()
    const pages = pagePaths.filter((path) => roleOf(path) === role)
    if (role !== 'visitor') await signIn(page, demo, role)
    for (const path of pages) await takePage(page, demo, path)
    await context.close()
  }
}

async function takePage(page: Page, demo: Demo, path: PagePath): Promise<void> {
  const wanted = pictures.filter((picture) => picture.path === path)
  const address = demo.url + path.replace(':userId', path.includes(':') ? await findMember(page, demo) : '')
  await page.goto(address)
  for (const { screen, theme } of wanted) {
    await page.setViewportSize(screens[screen])
    await page.emulateMedia({ colorScheme: theme })
    await settle(page)
    await save(await page.screenshot({ animations: 'disabled' }), { path, screen, theme })
  }
  console.log(`${path}: ${wanted.length} taken`)
}

/** Waits until the page has loaded everything. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: patienceMs })
  const isStill = `document.querySelectorAll('.animate-pulse, .animate-spin, [aria-busy="true"]').length === 0
    && [...document.images].every((image) => image.complete || image.loading === 'lazy')`
  const giveUpAt = Date.now() + patienceMs
  while (!(await page.evaluate<boolean>(isStill))) {
    if (Date.now() > giveUpAt) throw new Error(`${page.url()} has parts that do not arrive`)
    await sleep(50)
  }
  await page.evaluate('document.fonts.ready.then(() => new Promise((resolve) => setTimeout(resolve, 250)))')
}

async function save(screenshot: Buffer, picture: Picture): Promise<void> {
  const { shownWidth } = screens[picture.screen]
  const file = join(target, pictureFile(picture))
  await sharp(screenshot).resize({ width: shownWidth }).webp({ quality, effort: 6, smartSubsample: true }).toFile(file)
}

async function signIn(page: Page, demo: Demo, role: 'member' | 'admin'): Promise<void> {
  const { email, password } = demo[role]
  await page.goto(`${demo.url}${role === 'admin' ? '/admin-login' : '/login'}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /^(Log In|Secure Sign In)$/ }).click()
  await page.waitForURL(/\/(dashboard|admin)$/)
}

async function findMember(page: Page, demo: Demo): Promise<string> {
  await page.goto(`${demo.url}/admin/users`)
  const link = page.locator('a[href^="/admin/users/"]:not([href$="/invitations"])').first()
  return (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
}

function roleOf(path: PagePath): Role {
  if (/^\/dashboard(\/|$)/.test(path)) return 'member'
  return /^\/admin(\/|$)/.test(path) ? 'admin' : 'visitor'
}

const executablePath = await ensureBrowser()
const isRoot = process.getuid?.() === 0
const demo = await openDemo()
try {
  const browser = await chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
  emptyFolder(target, { isOwn: folder !== undefined })
  await takeAll(demo, browser)
  await browser.close()
  writeFileSync(join(target, 'README.md'), renderIndex(pictures))
  console.log(`${pictures.length} pictures in ${relative(process.cwd(), target)}`)
} finally {
  await demo.close()
}
