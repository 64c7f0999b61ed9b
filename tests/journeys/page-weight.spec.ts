import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { languages } from '../../contract/languages.ts'
import { offlineTexts } from '../../web/offline/offline-texts.ts'

const webDir = join(import.meta.dirname, '../../dist/web')
const languagesDir = join(import.meta.dirname, '../../web/languages')
const read = (file: string) => readFileSync(join(webDir, file))

/** The gzipped KiB of scripts that a page may load before it shows anything. */
const budgets: [prefix: string, maxKiB: number][] = [
  ['/admin-login', 167],
  ['/admin', 264],
  ['/dashboard', 232],
  ['/login', 170],
  ['/', 220],
]

test('every page loads at most the script budget of its area at first', () => {
  const pages = Object.entries(JSON.parse(read('.pages.json').toString()) as Record<string, string[]>)
  expect(pages.length).toBeGreaterThan(25)
  const start = scriptsOf('index.html')
  const tooHeavy = pages.flatMap(([path, files]) => {
    const scripts = new Set([...start, ...files.filter((file) => file.endsWith('.js'))])
    const kib = [...scripts].reduce((sum, file) => sum + gzipSync(read(file)).length, 0) / 1024
    const [, maxKiB = 0] =
      firstPages.find(([first]) => path === first) ??
      budgets.find(([prefix]) => path.startsWith(prefix) || path === '$') ??
      []
    return kib <= maxKiB ? [] : [`${path}: ${kib.toFixed(1)} of ${maxKiB} KiB`]
  })
  expect(tooHeavy).toEqual([])
})

test('the first files of a page contain no schema: schemas load with their forms', () => {
  for (const html of ['index.html', 'landing.html']) {
    for (const file of scriptsOf(html)) expect(read(file).toString(), file).not.toMatch(/ZodMini\w+|_zod/)
  }
})

/** The pages that most people open first. */
const firstPages: [path: string, maxKiB: number][] = [
  ['/dashboard', 182],
  ['/dashboard/buy', 212],
  ['/admin', 188],
  ['/admin/users', 196],
  ['/admin/deposit-approvals', 220],
]

/** The compressed KiB of texts in another language. A letter of Arabic takes two bytes. */
const textBudgets = { home: 9, app: 24, legal: 11, member: 11, admin: 27 }
const arabicBudgets = { ...textBudgets, admin: 29 }

for (const { code, name: language } of languages.slice(1)) {
  test(`a page in ${language} gets the texts of its area, and no texts of mails`, () => {
    expectTextsOfAreas(code, code === 'ar' ? arabicBudgets : textBudgets)
  })
}

function expectTextsOfAreas(code: string, budgets: Record<string, number>) {
  const sent = new Set<string>()
  for (const [name, maxKiB] of Object.entries(budgets)) {
    const [file = '', ...more] = readdirSync(join(webDir, 'assets')).filter((one) =>
      new RegExp(`^language-${code}-${name}-.{8}\\.js$`).test(one),
    )
    expect([name, more]).toEqual([name, []])
    const script = read(`assets/${file}`)
    expect(brotliCompressSync(script).length / 1024, name).toBeLessThanOrEqual(maxKiB)
    const [, texts = ''] = /Object\.assign\(c\.texts,(.*)\);delete/s.exec(script.toString()) ?? []
    for (const key of Object.keys(JSON.parse(texts) as object)) sent.add(key)
  }
  const textsOf = (area: string) =>
    Object.keys(JSON.parse(readFileSync(join(languagesDir, code, `${area}.json`), 'utf8')) as object)
  // The offline page contains its own texts.
  const ofOfflinePage = Object.values(offlineTexts({ t: (text) => text }))
  for (const area of Object.keys(budgets)) {
    expect(textsOf(area).filter((key) => !sent.has(key) && !ofOfflinePage.includes(key))).toEqual([])
  }
  const ofMails = textsOf('server').filter((key) => key.length > 40)
  expect(ofMails.length).toBeGreaterThan(15)
  expect(ofMails.filter((key) => sent.has(key))).toEqual([])
}

function scriptsOf(html: string): string[] {
  const files = [
    ...read(html)
      .toString()
      .matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
  ].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(2)
  return files
}
