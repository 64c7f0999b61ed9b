import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { findBannedWords, openingFault, replacements } from './helpers/plain-words.ts'

const folders = ['.', 'bench', 'contract', 'scripts', 'server', 'tests', 'web']

const freeRelative =
  /(?<=^\s*|[.!?;]\s+)(?:What|Whether|Who|Whoever|Whom|Whose|Where|Wherever|Which|How)\b(?=[^.!?;]*(?:[.!;]|$))/g

test('comments are plain sentences', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    // The programs of others are kept as they are.
    .filter((file) => /\.(?:ts|tsx|mjs|js|css|sql)$/.test(file) && !file.startsWith('bench/peers/') && existsSync(file))
  for (const folder of folders) {
    const own = files.filter((file) => (folder === '.' ? !file.includes('/') : file.startsWith(`${folder}/`)))
    expect([folder, own.length > 0]).toEqual([folder, true])
    expect(own.flatMap((file) => findFaults(file, readFileSync(file, 'utf8')))).toEqual([])
  }
})

test.each([
  ['a.ts', '/** Whether it is open. */\nconst isOpen = true', 'a.ts:1: "Whether" opens a sentence: name its subject'],
  ['a.ts', 'const a = 1 // Good. Where it starts', 'a.ts:1: "Where" opens a sentence: name its subject'],
  ['a.ts', '/**\n * Fine.\n * How far it is.\n */', 'a.ts:3: "How" opens a sentence: name its subject'],
  ['a.tsx', 'const a = <p>\n  {/* What shows */}\n</p>', 'a.tsx:2: "What" opens a sentence: name its subject'],
  ['a.mjs', '// Good,\n// but for\n// nobody at all', `a.mjs:3: instead of "nobody" write: ${replacements['nobody']}`],
  ['a.js', '// This was in\n// vain', `a.js:1: instead of "in vain" write: ${replacements['in vain']}`],
  ['a.css', 'a {\n  /* For whoever looks. */\n}', `a.css:2: instead of "whoever" write: ${replacements['whoever']}`],
  ['a.sql', "SELECT '--';\n-- Who pays\nSELECT 1;", 'a.sql:2: "Who" opens a sentence: name its subject'],
])('a riddle in %s is found: %j', (file, text, fault) => {
  expect(findFaults(file, text)).toEqual([fault])
})

test.each([
  ['a.ts', "// Returns the place where it starts. Why so? What else?\nconst a = '// Whether somebody'"],
  ['a.css', 'a::before { content: "/* nobody */" } /* Plain. */'],
  ['a.sql', "SELECT '-- nobody', 'it''s' -- Plain.\n"],
])('plain sentences, questions and texts in %s are no faults', (file, text) => {
  expect(findFaults(file, text)).toEqual([])
})

interface Comment {
  start: number
  end: number
}

function findFaults(file: string, source: string): string[] {
  return joinLines(readComments(file, source), source).flatMap(({ start, end }) => {
    const text = source
      .slice(start, end)
      .replaceAll(/^\s*(?:\/\*\*?|\/\/|--|\*(?!\/))|\*\/$/gm, (mark) => ' '.repeat(mark.length))
    const at = (index: number) => `${file}:${source.slice(0, start + index).split('\n').length}`
    const openings = [...text.matchAll(freeRelative)].map((found) => openingFault(found.index, found[0]))
    return [...openings, ...findBannedWords(text)].map(({ index, message }) => `${at(index)}: ${message}`)
  })
}

function readComments(file: string, source: string): Comment[] {
  if (/\.(?:css|sql)$/.test(file)) {
    const tokens = file.endsWith('.css') ? /"[^"\n]*"|'[^'\n]*'|\/\*[^]*?\*\// : /'(?:[^']|'')*'|--.*|\/\*[^]*?\*\//
    const found = [...source.matchAll(new RegExp(tokens, 'g'))].filter(([token]) => /^(?:--|\/\*)/.test(token))
    return found.map(({ 0: token, index }) => ({ start: index, end: index + token.length }))
  }
  const { comments, errors } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  return comments
}

/** Joins the line comments that stand below each other, because they are one text. */
function joinLines(comments: Comment[], source: string): Comment[] {
  const joined: Comment[] = []
  for (const { start, end } of comments) {
    const last = joined.at(-1)
    const isNext = last && /^\n[ \t]*$/.test(source.slice(last.end, start)) && !source.startsWith('/*', start)
    if (isNext) last.end = end
    else joined.push({ start, end })
  }
  return joined
}
