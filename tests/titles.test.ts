import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { findBannedWords, openingFault, replacements } from './helpers/plain-words.ts'

const opening = /^(?:what|whether|who|whom|where|wherever|which|how)\b(?!.*\?$)/i

test('titles of tests are plain sentences', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && existsSync(file))
  const titles = files.flatMap((file) => readTitles(file, readFileSync(file, 'utf8')))
  expect(titles.length).toBeGreaterThan(1000)
  expect(titles.flatMap(findFaults)).toEqual([])
})

test.each([
  ["test('whoever asks gets it', () => {})", `a.test.ts:1: instead of "whoever" write: ${replacements['whoever']}`],
  [
    "describe('a page',\n () => {})\ntest('Where it ends', run)",
    'a.test.ts:3: "Where" opens a sentence: name its subject',
  ],
  ["test.skip('nobody may', run)", `a.test.ts:1: instead of "nobody" write: ${replacements['nobody']}`],
  ["test.each([1])('%i is told', run)", `a.test.ts:1: instead of "is told" write: ${replacements['is told']}`],
  ["test.describe.serial('who pays', run)", 'a.test.ts:1: "who" opens a sentence: name its subject'],
  [
    'test(`${page} is for\n everybody`, run)',
    `a.test.ts:1: instead of "everybody" write: ${replacements['everybody']}`,
  ],
])('a riddle is found: %s', (source, fault) => {
  expect(readTitles('a.test.ts', source).flatMap(findFaults)).toEqual([fault])
})

test.each([
  "test('a page says who pays', run)",
  "expect('nobody')",
  "test.step('nobody')",
  "test('how much is it?', run)",
])('a plain title, a question or another call is no fault: %s', (source) => {
  expect(readTitles('a.test.ts', source).flatMap(findFaults)).toEqual([])
})

interface Title {
  place: string
  text: string
}

function findFaults({ place, text }: Title): string[] {
  const [word] = opening.exec(text) ?? []
  const faults = [...(word === undefined ? [] : [openingFault(0, word)]), ...findBannedWords(text)]
  return faults.map(({ message }) => `${place}: ${message}`)
}

/** Reads the first argument of each call of test or describe, also with each, skip or another variant. */
function readTitles(file: string, source: string): Title[] {
  const { program, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const titles: Title[] = []
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    const text = titleOf(node)
    if (text !== undefined) titles.push({ place: `${file}:${source.slice(0, node.start).split('\n').length}`, text })
    Object.values(node).forEach(visit)
  }
  visit(program)
  return titles
}

type Node = { type: string; start: number } & Record<string, unknown>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function titleOf({ type, callee, arguments: values }: Node): string | undefined {
  if (type !== 'CallExpression' || !/^(?:test|it|describe)$/.test(rootOf(callee))) return undefined
  const [title, work] = values as (Node | undefined)[]
  if (!title || !work) return undefined
  if (title.type === 'Literal') return String(title['value'])
  if (title.type !== 'TemplateLiteral') return undefined
  return (title['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
}

/** Returns the name at the left end of a callee, such as "test" of `test.skip.each([…])`. */
function rootOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  if (callee.type === 'Identifier') return String(callee['name'])
  return rootOf(callee['object'] ?? callee['callee'] ?? callee['tag'])
}
