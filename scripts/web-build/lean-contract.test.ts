import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { keepWhatIsRead, namesOfContract } from './lean-contract.ts'
import { keptParts, readStatements, type Node } from './statements.ts'

const fields = `
import * as z from 'zod/mini'
export const name = z.string()
export const unread = z.number()`

const operations = `
import * as z from 'zod/mini'
import { name, unread } from './fields.ts'
import { anyone, defineOperation } from './operation.ts'
const path = '/api/people/:name'
export const listener = listen()
export const personBody = z.object({ name })
export const session = z.object({ unread })
export const getSession = defineOperation({
  id: 'get_session', summary: 'Read it.', method: 'GET', path: '/api/session', access: anyone, output: session,
})
export const addPerson = defineOperation({
  id: 'add_person', method: 'POST', path, body: personBody, output: session, stepUp: { action: 'wallet', when: 'always' },
})
record('read')`

function keep(names: string[]): string[] {
  const modules = [fields, operations].map((code) => {
    const { body } = parseAst(code) as unknown as { body: Node[] }
    return readStatements(code, body)
  })
  return keepWhatIsRead(modules, new Set(names))
}

test('an operation is what it is called by, and brings no schema', () => {
  const [leanFields, leanOperations] = keep(['getSession'])
  expect(leanFields).toBe('')
  expect(leanOperations).toBe(
    [
      "import { anyone } from './operation.ts'",
      "export const getSession = { id: 'get_session', method: 'GET', path: '/api/session', access: anyone }",
      "record('read')",
    ].join('\n'),
  )
})

test('what an operation is called by comes along', () => {
  const [, lean] = keep(['addPerson'])
  expect(lean).toContain("const path = '/api/people/:name'")
  expect(lean).toContain("stepUp: { action: 'wallet', when: 'always' }")
  expect(lean).not.toContain('import')
})

test('a schema that a form reads stays with all it is made of, and nothing else does', () => {
  const [leanFields, leanOperations] = keep(['personBody'])
  expect(leanFields).toBe("import * as z from 'zod/mini'\nexport const name = z.string()")
  expect(leanOperations).toBe(
    [
      "import * as z from 'zod/mini'",
      "import { name } from './fields.ts'",
      'export const personBody = z.object({ name })',
      "record('read')",
    ].join('\n'),
  )
})

test('constants that are declared together stay together', () => {
  const { body } = parseAst('const a = 1, b = 2\nexport const sum = b + 1') as unknown as { body: Node[] }
  expect(
    keepWhatIsRead([readStatements('const a = 1, b = 2\nexport const sum = b + 1', body)], new Set(['sum'])),
  ).toEqual(['const a = 1, b = 2\nexport const sum = b + 1'])
})

const root = join(import.meta.dirname, '../..')

/**
 * Returns the parts of operations that a web module reads and that the lean contract lacks. The name `operation` stands
 * for any operation that a function takes as argument.
 */
function findLostReads(code: string, operationNames: Set<string>): string[] {
  const names = ['operation', ...namesOfContract(code).filter((name) => operationNames.has(name))].join('|')
  const byDot = [...code.matchAll(new RegExp(`(?<![/.])\\b(?:${names})\\??\\.(\\w+)`, 'g'))].map(
    ([, part = '']) => part,
  )
  const byName = [...code.matchAll(new RegExp(`\\{([^{}]*)\\} = (?:${names})\\b(?!\\()`, 'g'))].flatMap(
    ([, parts = '']) => parts.split(',').map((part) => part.trim().split(/\W/, 1)[0] ?? ''),
  )
  return [...byDot, ...byName].filter((part) => part !== '' && !keptParts.has(part))
}

test('the web app reads nothing of an operation that the build leaves out', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const contract = globSync('contract/*.ts', { cwd: root }).map(read)
  const names = new Set(
    contract.flatMap((code) => [...code.matchAll(/const (\w+) = defineOperation\(/g)].map(([, name = '']) => name)),
  )
  expect(names.size).toBeGreaterThan(60)
  const faulty = `
    import { createBuy } from '../contract/requests.ts'
    zodResolver(createBuy.body)
    const { path, query: fields } = operation`
  expect(findLostReads(faulty, new Set(['createBuy']))).toEqual(['body', 'query'])
  const modules = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] })
  expect(modules.length).toBeGreaterThan(300)
  const lost = modules.flatMap((file) => findLostReads(read(file), names).map((part) => `${file}: ${part}`))
  expect(lost).toEqual([])
})
