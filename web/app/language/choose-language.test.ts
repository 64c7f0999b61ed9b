import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { switchLanguage } from './choose-language.ts'

const web = join(import.meta.dirname, '../..')

afterEach(() => vi.unstubAllGlobals())

test('a choice on https drops the cookie without the prefix that an earlier release has set', () => {
  const written: string[] = []
  vi.stubGlobal('location', { protocol: 'https:', reload: () => {} })
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text)
    },
  })
  switchLanguage('de')
  expect(written.map((text) => text.replace(/; samesite.*/, ''))).toEqual([
    '__Host-language=de; path=/; max-age=31536000',
    'language=; path=/; max-age=0',
  ])
})

test.each([
  ['__Host-language=de', '__Host-language=es', 1],
  ['language=ar; __Host-language=de', 'language=ar; __Host-language=es', 1],
  ['a=b; language=de', 'a=c; language=en', 1],
  ['a=b; __Host-language=de', 'a=c; __Host-language=de', 0],
  ['otherlanguage=de', 'otherlanguage=es', 0],
])('a kept page with the cookies %j that comes back with %j reloads %i times', (before, after, reloads) => {
  const [part = ''] =
    /\{\n {2}const readLanguage[\s\S]*?\n\}\n/.exec(readFileSync(join(web, 'app/head.js'), 'utf8')) ?? []
  const document = { cookie: before }
  const reload = vi.fn()
  let show = (_: { persisted: boolean }) => {}
  const addEventListener = (_: string, listener: typeof show) => (show = listener)
  runInNewContext(part, { document, location: { reload }, addEventListener })
  document.cookie = after
  show({ persisted: true })
  expect(reload).toHaveBeenCalledTimes(reloads)
})

test.each([
  ['language=es; __Host-language=de', 'de'],
  ['language=es', 'es'],
  ['__Host-language=xx; language=es', 'es'],
  ['other=es', 'ar'],
])('the offline page with the cookies %j speaks %s', (cookie, language) => {
  const [part = ''] =
    /const chosen[\s\S]*?\?\? 'en'\n/.exec(readFileSync(join(web, 'offline/offline.js'), 'utf8')) ?? []
  const texts = { en: {}, de: {}, es: {}, ar: {} }
  const names = { __COOKIES__: ['__Host-language', 'language'] }
  const found: unknown = runInNewContext(`${part};language`, {
    ...names,
    texts,
    document: { cookie },
    navigator: { languages: ['fr', 'ar-EG'] },
  })
  expect(found).toBe(language)
})
