import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plural, Texts } from '../../contract/translate.ts'
import { findTexts, type FoundTexts } from './find-texts.ts'
import { findUnwrappedTexts } from './find-unwrapped-texts.ts'
import type { TextLocation } from './find-texts.ts'

const root = join(import.meta.dirname, '../..')
const sources = ['contract/**/*.ts', 'web/**/*.{ts,tsx}', 'server/**/mails.ts', 'server/platform/mail/mail-texts.ts']
/** These files look up texts that other files contain. */
const lookUps = new Set(['contract/translate.ts', 'web/lib/rich-text.ts', 'contract/faults.ts'])

/** Returns every English text of the product by its key in the catalogues, and the texts that cannot be translated. */
export function readEnglish(): { texts: Texts; unreadable: TextLocation[] } {
  const found: FoundTexts[] = listSources(sources)
    .filter((file) => !lookUps.has(file))
    .map((file) => findTexts(file, read(file)))
  const texts = found.flatMap((one) => one.texts).map(({ key, english }) => [key, english] as const)
  // A text with plural forms in one place has them everywhere.
  const plurals = texts.filter(([, english]) => typeof english === 'object')
  return {
    texts: sortKeys(Object.fromEntries([...texts, ...plurals])),
    unreadable: found.flatMap(({ unreadable }) => unreadable),
  }
}

/** Returns the texts of the web app that people read and that no translation function wraps. */
export function readUnwrappedTexts(): TextLocation[] {
  return listSources(['web/**/*.{ts,tsx}'])
    .filter((file) => !lookUps.has(file))
    .flatMap((file) => findUnwrappedTexts(file, read(file)))
}

/** Returns the translations of a language, area by area. */
export function readAreas(code: string): { area: string; texts: Texts }[] {
  const folder = `web/languages/${code}`
  return globSync('*.json', { cwd: join(root, folder) })
    .toSorted()
    .map((file) => ({ area: `${folder}/${file}`, texts: JSON.parse(read(`${folder}/${file}`)) as Texts }))
}

/** Returns the faults in the translations of a language. */
export function findTranslationFaults(code: string, english: Texts) {
  const areas = readAreas(code)
  const merged = new Map<string, string | Plural>()
  const conflicts: string[] = []
  const faults: string[] = []
  for (const { area, texts } of areas) {
    for (const [key, text] of Object.entries(texts)) {
      const other = merged.get(key)
      if (other !== undefined && JSON.stringify(other) !== JSON.stringify(text)) conflicts.push(`${area}: ${key}`)
      merged.set(key, text)
      const original = english[key]
      if (original !== undefined)
        faults.push(...faultsOf(code, original, text).map((fault) => `${area}: ${key}: ${fault}`))
    }
  }
  return {
    missing: Object.keys(english).filter((key) => !merged.has(key)),
    unused: [...merged.keys()].filter((key) => !Object.hasOwn(english, key)),
    conflicts,
    faults,
  }
}

function faultsOf(code: string, english: string | Plural, text: string | Plural): string[] {
  if (typeof english === 'string') {
    if (typeof text !== 'string') return ['is not counted in English']
    return bracesOf(english) === bracesOf(text) ? [] : [`has not the braces of ${english}`]
  }
  if (typeof text === 'string') return ['has no plural forms']
  const expected = new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted()
  const faults =
    expected.join() === Object.keys(text).toSorted().join() ? [] : [`needs the forms ${expected.join(', ')}`]
  const known = bracesOf(english.other).split(' ')
  const foreign = Object.values(text).filter((form) =>
    bracesOf(form)
      .split(' ')
      .some((name) => name && !known.includes(name)),
  )
  const isShort = bracesOf(text.other) !== bracesOf(english.other)
  return [
    ...faults,
    ...foreign.map((form) => `has braces that English has not: ${form}`),
    ...(isShort ? ['lacks a brace'] : []),
  ]
}

function bracesOf(text: string): string {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted().join(' ')
}

export function sortKeys(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function listSources(patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .filter((file) => !/\.(?:test|spec)\.tsx?$|^web\/ui\/gallery\//.test(file))
    .toSorted()
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
