import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const webDir = join(import.meta.dirname, '../../dist/web')
const read = (file: string) => readFileSync(join(webDir, file))

/** Gzipped KiB of script that a page may ask for before it shows anything. */
const budgets: [prefix: string, maxKiB: number][] = [
  ['/admin', 290],
  ['/dashboard', 240],
  ['/', 240],
]

test('every page asks for no more script at first than its area may', () => {
  const pages = Object.entries(JSON.parse(read('.pages.json').toString()) as Record<string, string[]>)
  expect(pages.length).toBeGreaterThan(25)
  const start = scriptsOf('index.html')
  const tooHeavy = pages.flatMap(([path, files]) => {
    const scripts = new Set([...start, ...files.filter((file) => file.endsWith('.js'))])
    const kib = [...scripts].reduce((sum, file) => sum + gzipSync(read(file)).length, 0) / 1024
    const [, maxKiB = 0] = budgets.find(([prefix]) => path.startsWith(prefix) || path === '$') ?? []
    return kib <= maxKiB ? [] : [`${path}: ${kib.toFixed(1)} of ${maxKiB} KiB`]
  })
  expect(tooHeavy).toEqual([])
})

test('what every page loads first holds no schema: those come with the forms that check by them', () => {
  for (const html of ['index.html', 'landing.html']) {
    for (const file of scriptsOf(html)) expect(read(file).toString(), file).not.toMatch(/ZodMini\w+|_zod/)
  }
})

function scriptsOf(html: string): string[] {
  const files = [
    ...read(html)
      .toString()
      .matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g),
  ].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(2)
  return files
}
