import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyone, type Operation, type Role } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import { createAdmin, createMember, createTestApp, publicUrl, type TestApp } from './helpers/app.ts'

const somebody = '01920000-0000-7000-8000-000000000000'
// Signing out ends the session that the other calls need.
const ordered = operations.toSorted((a, b) => Number(a.id === 'sign_out') - Number(b.id === 'sign_out'))
/** Addresses under /api that are no operation: descriptions, the sign of life, and the stream of changes. */
const extras = /^\/api\/(openapi\.json|docs.*|health|events)$/

let site: TestApp
let cookies: Record<Role, string | undefined>
beforeAll(async () => {
  site = await createTestApp()
  const [member, admin] = [await createMember(site), await createAdmin(site)]
  cookies = { visitor: undefined, member: member.cookie, admin: admin.cookie }
})
afterAll(async () => site.close())

const calls = anyone.flatMap((role) => ordered.map((operation) => [role, operation.id, operation] as const))

test.each(calls)('a %s who calls %s is let in exactly where it is declared [GUARD-14]', async (role, _, operation) => {
  const status = await callAs(role, operation)
  const isLetIn = operation.access.includes(role)
  if (isLetIn) expect([401, 403]).not.toContain(status)
  else expect(status).toBe(role === 'visitor' ? 401 : 403)
})

test('every operation says who may call it', () => {
  expect(operations.length).toBeGreaterThan(20)
  for (const { id, access } of operations) expect([id, access.length]).not.toEqual([id, 0])
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
})

test('the server answers the declared operations and nothing else under /api', () => {
  const served = listServed().filter((entry) => !extras.test(entry.split(' ')[1] ?? ''))
  const declared = operations.map(({ method, path }) => `${method} ${withoutNames(path)}`)
  expect(served.toSorted()).toEqual(declared.toSorted())
})

async function callAs(role: Role, operation: Operation): Promise<number> {
  const type = operation.upload ? operation.upload.types[0] : 'application/json'
  const hasBody = operation.body !== undefined || operation.upload !== undefined
  const { statusCode } = await site.app.inject({
    method: operation.method,
    url: operation.path.replaceAll(/:\w+/g, somebody),
    ...(hasBody && { payload: '{}' }),
    headers: {
      origin: publicUrl,
      ...(hasBody && { 'content-type': type }),
      ...(cookies[role] && { cookie: cookies[role] }),
    },
  })
  return statusCode
}

/** "GET /api/packages" for each route under /api, from the router's own tree. */
function listServed(): string[] {
  const parents: string[] = []
  return site.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] = /^([│├└─\s]*)(\S+) \((.+)\)$/.exec(line) ?? []
      const depth = indent.length / 4 - 1
      if (depth < 0) return []
      parents.length = depth
      parents.push(segment)
      const path = withoutNames(parents.join(''))
      return methods
        .split(', ')
        .flatMap((method) => (method === 'HEAD' || !path.startsWith('/api/') ? [] : [`${method} ${path}`]))
    })
}

function withoutNames(path: string): string {
  return path.replaceAll(/:[\w|:]+/g, ':')
}
