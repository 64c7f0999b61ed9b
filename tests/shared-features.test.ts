import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/** A feature file that only one screen uses belongs to that screen. The frame around all pages counts as one screen. */
test('a file of web/features serves at least two screens', () => {
  expect([...countScreens()].filter(([, screens]) => screens.size < 2).map(([file]) => file)).toEqual([])
})

test('a folder has more than one source file', () => {
  const sources = globSync('{web,server,contract,bench,scripts}/**/*.{ts,tsx}').filter((file) => !isTest(file))
  const folders = Map.groupBy(sources, (file) => posix.dirname(file))
  const lonely = [...folders].filter(([folder, files]) => files.length === 1 && !hasMore(folder))
  expect(lonely.map(([folder]) => folder)).toEqual([])
})

/** Returns for each file of web/features the screens that import it, directly or through another feature. */
function countScreens(): Map<string, Set<string>> {
  const files = globSync('web/**/*.{ts,tsx}').filter((file) => !isTest(file))
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, importsOf(file).filter((target) => known.has(target))]))
  const users = new Map(
    files.filter((file) => file.startsWith('web/features/')).map((file) => [file, new Set<string>()]),
  )
  for (const file of files) {
    const screen = screenOf(file)
    if (screen === undefined) continue
    const seen = new Set<string>()
    const waiting = [...(imports.get(file) ?? [])]
    for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
      if (seen.has(target) || screenOf(target) !== undefined) continue
      seen.add(target)
      users.get(target)?.add(screen)
      waiting.push(...(imports.get(target) ?? []))
    }
  }
  return users
}

function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import)\s*'(\.[^']+)'/g)
  return [...specifiers].map(([, specifier = '']) => posix.join(posix.dirname(file), specifier))
}

/** Returns a screen such as "admin/users", "app" for the frame, or undefined for shared files. */
function screenOf(file: string): string | undefined {
  if (file.startsWith('web/app/')) return 'app'
  return /^web\/pages\/(\w+\/[^/.]+)/.exec(file)?.[1]
}

/** True if a folder holds more than its one source file: folders, styles, SQL. */
function hasMore(folder: string): boolean {
  return globSync(`${folder}/*`).filter((file) => !isTest(file)).length > 1
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}
