import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { languages } from '../contract/languages.ts'
import {
  findTranslationFaults,
  readAreas,
  readEnglish,
  readUnwrappedTexts,
  sortKeys,
} from '../scripts/languages/catalogues.ts'
import { findTexts } from '../scripts/languages/find-texts.ts'
import { findUnwrappedTexts } from '../scripts/languages/find-unwrapped-texts.ts'
import { translateManifest } from '../scripts/languages/manifests.ts'
import { sortTexts } from '../scripts/languages/sort-texts.ts'
import { englishOf } from '../server/platform/http/pseudo-languages.ts'
import { readTexts } from '../server/platform/mail/read-texts.ts'

/** Strings that look like texts but are none: names of products, and strings that only programs read. */
const noTexts = new Set(['Samsung Internet', 'Yandex Browser', 'The upload was stopped.'])

const english = readEnglish()

test('every text is a literal, so that it can be translated', () => {
  expect(english.unreadable).toEqual([])
})

test('every visible text is translated', () => {
  const left = readUnwrappedTexts().filter(({ text }) => !noTexts.has(text))
  expect(left.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([])
})

test('the key of a text says its English, so English needs no catalogue', () => {
  for (const [key, text] of Object.entries(english.texts)) {
    expect([key, englishOf(key)]).toEqual([key, typeof text === 'string' ? text : text.other])
  }
})

describe.each(languages.slice(1))('the translation into $code', (language) => {
  const { code } = language
  const { missing, unused, conflicts, faults } = findTranslationFaults(code, english.texts)

  test('lacks nothing', () => expect(missing).toEqual([]))
  test('has nothing that is no longer used', () => expect(unused).toEqual([]))
  test('translates the same text in one way', () => expect(conflicts).toEqual([]))
  test('has the same braces, and the plural forms of the language', () => expect(faults).toEqual([]))
  test('lies in a file for each area of the pages: npm run languages sorts it', () => {
    const sorted = sortTexts(Object.keys(english.texts).toSorted())
    const files = readAreas(code).map(({ area, texts }) => [area.replace(/.*\/|\.json$/g, ''), Object.keys(texts)])
    expect(Object.fromEntries(files)).toEqual(sorted)
  })
  test('has a manifest: npm run languages writes it', () => {
    const file = join(import.meta.dirname, `../web/public/manifest-${code}.webmanifest`)
    expect(readFileSync(file, 'utf8')).toBe(translateManifest(language, readTexts(code)))
  })
  test('is sorted', () => {
    for (const { area, texts } of readAreas(code)) {
      expect([area, Object.keys(texts)]).toEqual([area, Object.keys(sortKeys(texts))])
    }
  })
})

test('texts are found in their calls', () => {
  const source = `
    const one = t('Sent to {name}.', { name })
    const other = tn('{count} coin', '{count} coins', n) + tc('of a request', 'Open')
    const rich = richText('Read ' + 'this.', {}) + translator.t(\`plain\`)
    t(isOpen ? 'Open' : 'Closed')`
  const { texts, unreadable } = findTexts('a.ts', source)
  expect(texts.map(({ key, english: text }) => [key, text])).toEqual([
    ['Sent to {name}.', 'Sent to {name}.'],
    ['{count} coins', { one: '{count} coin', other: '{count} coins' }],
    ['of a request|Open', 'Open'],
    ['Read this.', 'Read this.'],
    ['plain', 'plain'],
  ])
  expect(unreadable).toEqual([{ file: 'a.ts', line: 5, text: "t(isOpen ? 'Open' : 'Closed')" }])
})

test('untranslated texts are found', () => {
  const source = `
    const problem = 'Something went wrong.'
    const texts = { title: 'Users', kind: 'Users', 'First Purchase Pending': t('Waiting') }
    if (status === 'Bonus Awarded') throw new Error('This cannot be.')
    const page = <main className="Wide box" aria-label={isOpen ? 'Open' : t('Closed')}>
      Hello {count > 1 && 'friends'} <b>ET</b> {t('Goodbye')}
      <Field label="Name" placeholder={\`At least \${least}\`} name="Full Name" />
    </main>`
  expect(findUnwrappedTexts('a.tsx', source).map(({ text }) => text)).toEqual([
    'Something went wrong.',
    'Users',
    'Open',
    'Hello',
    'friends',
    'Name',
    'At least',
    'Full Name',
  ])
})
