import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { keepWhatIsRead } from './lean-contract.ts'
import { readStatements, type Node } from './statements.ts'

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
