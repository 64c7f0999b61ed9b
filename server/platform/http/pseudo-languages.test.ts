import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalogue } from '../../../contract/translate.ts'
import { createTestApp, type TestApp } from '../../../tests/helpers/app.ts'

const webDir = mkdtempSync(join(tmpdir(), 'et-web-'))
let site: TestApp
let production: TestApp
beforeAll(async () => {
  writeFileSync(join(webDir, 'index.html'), '<!doctype html><html lang="en"><title>ET</title>')
  site = await createTestApp({}, { webDir })
  const installation = { ...site.deps.installation, isProduction: true }
  production = await createTestApp({}, { webDir, installation })
})
afterAll(async () => {
  await site.close()
  await production.close()
  rmSync(webDir, { recursive: true })
})

const ask = async ({ app }: TestApp, code: string) =>
  app.inject({ url: '/login', headers: { cookie: `language=${code}` } })

test.each([
  ['en-XA', 'ltr', '[Ļöĝ Îñ ···] · ET'],
  ['ar-XB', 'rtl', '\u202eLog In\u202c · ET'],
])('a page is served in %s, with its texts', async (code, direction, title) => {
  const { body } = await ask(site, code)
  expect(body).toContain(`<html lang="${code}" dir="${direction}"><title>${title}</title>`)
  const script = `/dev/language-${code}.js`
  expect(body).toContain(`<script src="${script}"></script>`)
  const { body: source } = await site.app.inject({ url: script })
  const catalogue = JSON.parse(source.replace('globalThis.catalogue=', '')) as Catalogue
  expect(catalogue.direction).toBe(direction)
  expect(Object.keys(catalogue.texts).length).toBeGreaterThan(500)
})

test('words in braces stay unchanged', async () => {
  const { body } = await site.app.inject({ url: '/dev/language-en-XA.js' })
  expect(body).toContain('"{field} is required.":"[{field} îš ŕéqûîŕéð. ········')
})

test('production has no pseudo languages', async () => {
  expect((await ask(production, 'en-XA')).body).toContain('<html lang="en"')
  expect((await production.app.inject({ url: '/dev/language-en-XA.js' })).statusCode).toBe(404)
})
