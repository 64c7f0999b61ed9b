import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const maxLines = 300
const root = process.cwd()
// All tracked files and all new files that git does not ignore, as they are on the disk.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const sources = files.filter((file) => /^(contract|server|web|tests|scripts|bench)\//.test(file))
const texts = files.filter((file) => /\.(ts|tsx|mjs|js|json|sql|css|html|md|ya?ml)$|^\.[a-z]+rc/.test(file))

describe('names', () => {
  test('files are kebab-case', () => {
    const kebab = /^(\d{4}_[a-z0-9_]+\.sql|\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+)$/
    expect(sources.filter((file) => !kebab.test(basename(file)))).toEqual([])
  })

  test('no folder or file has an empty name such as utils', () => {
    const empty = /(^|\/)(misc|utils?|helpers?|common|managers?)(\/|\.[a-z]+$)/
    expect(sources.filter((file) => !file.startsWith('tests/') && empty.test(file))).toEqual([])
  })
})

describe('size', () => {
  test(`no file has more than ${maxLines} lines`, () => {
    const product = sources.filter(
      (file) => /^(contract|server|web)\/.*\.(ts|tsx|css)$/.test(file) && !isGenerated(file),
    )
    expect(product.filter((file) => read(file).split('\n').length > maxLines + 1)).toEqual([])
  })
})

describe('references', () => {
  test('no file refers to a path outside of the repository', () => {
    // The first name after the dots has to exist in the repository, because the base of the path is unknown.
    const own = new Set(['dist', 'data', 'node_modules', ...files.flatMap((file) => file.split('/'))])
    const climbing = texts.flatMap((file) =>
      [...read(file).matchAll(/(?<![\w./])(?:\.\.\/)+([\w@][\w@.-]*)/g)]
        .filter(([, name = '']) => !own.has(name) && !name.startsWith('planted'))
        .map(([path]) => `${file}: ${path}`),
    )
    expect(climbing).toEqual([])
  })

  test('no file names a folder of the machine it was written on', () => {
    const parent = dirname(root)
    const isNested = dirname(parent) !== parent
    const places = isNested ? readdirSync(parent).map((name) => join(parent, name)) : []
    const named = texts.flatMap((file) => {
      const text = read(file)
      return places.filter((path) => hasPath(text, path)).map((path) => `${file}: ${path}`)
    })
    expect(named).toEqual([])
  })

  test('every relative link of the documents leads somewhere', () => {
    const broken = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
          .map(([, target = '']) => target)
          .filter((target) => !existsSync(join(dirname(file), target)))
          .map((target) => `${file}: ${target}`),
      )
    expect(broken).toEqual([])
  })
})

describe('requirements', () => {
  const listed = idsIn(read('docs/requirements.md').matchAll(/^\|\s*`?([A-Z]{2,}-\d{2,})`?\s*\|/gm))
  const cited = idsIn(
    files
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/\[([A-Z]{2,}-\d{2,}(?:,? [A-Z]{2,}-\d{2,})*)\]/g)])
      .flatMap(([, ids = '']) => [...ids.matchAll(/([A-Z]{2,}-\d{2,})/g)]),
  )

  test('every id that a test cites stands in docs/requirements.md', () => {
    expect([...new Set(cited)].filter((id) => !listed.includes(id))).toEqual([])
  })

  test('every id in docs/requirements.md is unique and cited by a test', () => {
    expect(listed.filter((id) => !cited.includes(id))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed.length).toBeGreaterThan(0)
  })
})

describe('attacks', () => {
  const listed = idsIn(read('docs/abuse.md').matchAll(/^\|\s*(A\d+)\s*\|/gm))
  const carriedOut = new Set(
    files
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/\[((?:[A-Z]+-?\d+)(?:, [A-Z]+-?\d+)*)\]/g)])
      .flatMap(([, ids = '']) => ids.split(', '))
      .filter((id) => /^A\d+$/.test(id)),
  )

  test('every row of docs/abuse.md has a number of its own and a test, and every such test has a row', () => {
    expect(listed.filter((id) => !carriedOut.has(id))).toEqual([])
    expect([...carriedOut].filter((id) => !listed.includes(id))).toEqual([])
    expect(listed.filter((id, at) => listed.indexOf(id) !== at)).toEqual([])
  })
})

function idsIn(matches: Iterable<RegExpMatchArray>): string[] {
  return [...matches].map(([, id = '']) => id)
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}

function hasPath(text: string, path: string): boolean {
  return text.split(path).some((before, index, parts) => {
    const after = parts[index + 1]
    return after !== undefined && !/[\w.]$/.test(before) && !/^[\w-]/.test(after)
  })
}

function isGenerated(file: string): boolean {
  return /^(\/\/|\/\*\*?)[^\n]*[Gg]enerated/.test(read(file))
}
