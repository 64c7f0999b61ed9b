import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsPath } from '../contract/events.ts'
import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import {
  adminOnly,
  anyone,
  duties,
  everyDuty,
  isInDuty,
  memberOnly,
  ownerOnly,
  signedIn,
  type Access,
  type Duty,
} from '../contract/roles.ts'
import { createAdmin, createMember, createTestApp, publicUrl, type TestApp } from './helpers/app.ts'
import { turnOnTwoFactor } from './helpers/two-factor.ts'

const somebody = '01920000-0000-7000-8000-000000000000'
// Signing out comes last, because it ends the session that the other calls need.
const ordered = operations.toSorted((a, b) => Number(a.id === 'sign_out') - Number(b.id === 'sign_out'))
/** Addresses under /api that are no operations: the descriptions, the health checks, the version, and the stream of changes. */
const extras = /^\/api\/(openapi\.json|docs.*|health(\/live)?|version|events)$/

/** The kinds of callers. A session grants the rights that its account has at the moment of the call. */
const callers = ['visitor', 'member', ...duties, 'suspended', 'unconfirmed', 'admin who must enrol'] as const
type CallerKind = (typeof callers)[number]
const refusals = ['not_signed_in', 'forbidden', 'two_factor_required', 'duty_missing']

let site: TestApp
let cookies: Record<CallerKind, string | undefined>
beforeAll(async () => {
  site = await createTestApp({ TWO_FACTOR_FOR_ADMINS: 'required' })
  const member = await createMember(site)
  const admins = await createAdmins()
  const [suspended, unconfirmed] = [await createMember(site), await createMember(site)]
  const setStatus = `update profiles set status = $1 where id = $2`
  await site.database.owner.query(setStatus, ['Suspended', suspended.userId])
  await site.database.owner.query(setStatus, ['Inactive', unconfirmed.userId])
  await site.database.owner.query('update credentials set email_confirmed_at = null where user_id = $1', [
    unconfirmed.userId,
  ])
  cookies = {
    visitor: undefined,
    member: member.cookie,
    ...admins,
    suspended: suspended.cookie,
    unconfirmed: unconfirmed.cookie,
    'admin who must enrol': (await createAdmin(site)).cookie,
  }
})
afterAll(async () => site.close())

/** Creates an administrator of each duty, with the second factor that is required. Returns their cookies. */
async function createAdmins(): Promise<Record<Duty, string>> {
  const cookieOf: Partial<Record<Duty, string>> = {}
  for (const duty of duties) {
    const admin = await createAdmin(site, 'Grace Hopper', duty)
    await turnOnTwoFactor(site, admin)
    cookieOf[duty] = admin.cookie
  }
  return cookieOf as Record<Duty, string>
}

test('the stream of events needs a session, and the second factor if it is required', async () => {
  const open = async (kind: CallerKind) => {
    const headers = cookies[kind] === undefined ? {} : { cookie: cookies[kind] }
    const { statusCode, body } = await site.app.inject({ url: eventsPath, headers })
    return [statusCode, (JSON.parse(body) as { code: string }).code]
  }
  for (const kind of ['visitor', 'suspended', 'unconfirmed'] as const) {
    expect(await open(kind)).toEqual([401, 'not_signed_in'])
  }
  expect(await open('admin who must enrol')).toEqual([403, 'two_factor_required'])
})

const calls = callers.flatMap((kind) => ordered.map((operation) => [kind, operation.id, operation] as const))

test.each(calls)('a %s can call %s exactly as declared [GUARD-14] [A116] [A150]', async (kind, _, operation) => {
  const { status, code = '' } = await callAs(kind, operation)
  const expected = refusalFor(kind, operation)
  if (expected === undefined) expect(refusals).not.toContain(code)
  else expect([status, code]).toEqual(expected)
})

test('an administrator without the required second factor can set it up, and can call the public operations', () => {
  const open = operations.filter(
    (operation) => refusalFor('admin who must enrol', operation) === undefined && !operation.access.includes('visitor'),
  )
  expect(open.map(({ id }) => id).toSorted()).toEqual([
    'add_passkey',
    'enable_two_factor',
    'get_two_factor',
    'keep_session',
    'list_passkeys',
    'sign_out',
    'start_passkey',
    'start_passkey_proof',
    'start_two_factor',
    'step_up',
  ])
})

test('every operation declares its access, and the duties that an administrator needs', () => {
  expect(operations.length).toBeGreaterThan(20)
  for (const { id, access, duties: needed } of operations) {
    expect([id, needed !== undefined && needed.length > 0]).toEqual([id, access.includes('admin')])
    // An owner may do everything that any administrator may do.
    if (needed) expect([id, ...needed]).toContain('owner')
  }
  for (const { id, access } of operations) expect([id, access.length]).not.toEqual([id, 0])
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
})

test('the server answers the declared operations and nothing else under /api', () => {
  const served = listServed().filter((entry) => !extras.test(entry.split(' ')[1] ?? ''))
  const declared = operations.map(({ method, path }) => `${method} ${withoutNames(path)}`)
  expect(served.toSorted()).toEqual(declared.toSorted())
})

/**
 * Returns the refusal that the operation's declaration promises this caller, or undefined if the caller is admitted.
 */
function refusalFor(
  kind: CallerKind,
  { access, duties: needed, isBeforeEnrolment }: Operation,
): [number, string] | undefined {
  if (kind === 'admin who must enrol') {
    if (!access.includes('admin')) return [403, 'forbidden']
    return isBeforeEnrolment || access.includes('visitor') ? undefined : [403, 'two_factor_required']
  }
  if (kind === 'member') return access.includes('member') ? undefined : [403, 'forbidden']
  if (isDuty(kind)) {
    if (!access.includes('admin')) return [403, 'forbidden']
    return isInDuty(kind, { duties: needed }) ? undefined : [403, 'duty_missing']
  }
  return access.includes('visitor') ? undefined : [401, 'not_signed_in']
}

function isDuty(kind: CallerKind): kind is Duty {
  return (duties as readonly string[]).includes(kind)
}

async function callAs(kind: CallerKind, operation: Operation): Promise<{ status: number; code?: string }> {
  const type = operation.upload ? operation.upload.types[0] : 'application/json'
  const hasBody = operation.body !== undefined || operation.upload !== undefined
  const { statusCode, body } = await site.app.inject({
    method: operation.method,
    url: operation.path.replaceAll(/:\w+/g, somebody),
    ...(hasBody && { payload: '{}' }),
    headers: {
      origin: publicUrl,
      ...(hasBody && { 'content-type': type }),
      ...(cookies[kind] && { cookie: cookies[kind] }),
    },
  })
  return { status: statusCode, ...(body.startsWith('{') && (JSON.parse(body) as { code?: string })) }
}

/** Returns a text such as "GET /api/packages" for each route under /api, read from the router's own tree. */
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

/**
 * Declares access without or with wrong duties. No test runs it: the compiler reports a line here that compiles.
 */
export const declaredWithoutDuties: Access[] = [
  // @ts-expect-error An operation of administrators names the duties that it needs.
  { access: adminOnly },
  // @ts-expect-error An operation that anyone may call names them, too.
  { access: anyone },
  // @ts-expect-error A member has no duty.
  { access: memberOnly, duties: everyDuty },
  // @ts-expect-error There is no such duty.
  { access: signedIn, duties: ['janitor'] },
  { access: signedIn, duties: ownerOnly },
  { access: memberOnly },
]
