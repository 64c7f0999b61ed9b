import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings, getAdminSettings, type settingFields } from '../../../contract/admin-settings.ts'
import { getOperator } from '../../../contract/operator.ts'
import type { InputOf } from '../../../contract/operation.ts'
import { stepUpHeader } from '../../../contract/step-up.ts'
import {
  call,
  createAdmin,
  createMember,
  createTestApp,
  type Person,
  type TestApp,
} from '../../../tests/helpers/app.ts'
import { readConfig } from '../../platform/config.ts'
import { requestProof } from '../../../tests/helpers/two-factor.ts'

const operator = { name: 'Assay Coins Ltd', address: '1 Mint Lane, London', email: 'people@coins.example.org' }
const installation = { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined }
let site: TestApp
let unnamed: TestApp
let admin: Person
beforeAll(async () => {
  site = await createTestApp({}, { installation: { ...installation, operator, hasMailServer: true } })
  unnamed = await createTestApp()
  admin = await createAdmin(site)
})
afterAll(async () => {
  await site.close()
  await unnamed.close()
})

type Changes = Partial<InputOf<typeof changeSettings>['body']>

async function change(changes: Changes, { isProven = true } = {}) {
  const { cookie } = admin
  const { body: settings } = await call(site, getAdminSettings, {}, { cookie })
  const body = { revision: settings.revision, ...changes }
  const headers = isProven ? { [stepUpHeader]: await requestProof(site, admin, changeSettings, { body }) } : {}
  return call(site, changeSettings, { body }, { cookie, headers })
}

async function readNamed() {
  const { status, body } = await call(site, getOperator, {})
  expect(status).toBe(200)
  return body
}

test('every visitor reads the operator of the configuration', async () => {
  expect(await readNamed()).toEqual(operator)
})

test('an operator without a name is null, and no name is invented', async () => {
  expect((await call(unnamed, getOperator, {})).body).toEqual({ name: null, address: null, email: null })
})

test('administrators read if a mail server is set', async () => {
  const other = await createAdmin(unnamed)
  const [set, missing] = [
    await call(site, getAdminSettings, {}, { cookie: admin.cookie }),
    await call(unnamed, getAdminSettings, {}, { cookie: other.cookie }),
  ]
  expect([set.body.has_mail_server, missing.body.has_mail_server]).toEqual([true, false])
})

test('the operator that an administrator sets replaces that of the configuration, is recorded, and can be removed', async () => {
  const own = { operator_name: 'Mint & Co', operator_email: 'hello@mint.example.org' }
  const { status, body } = await change(own)
  const inForce = { name: 'Mint & Co', address: operator.address, email: 'hello@mint.example.org' }
  expect([status, body]).toMatchObject([200, { ...own, operator_address: null, operator_in_force: inForce }])
  expect(await readNamed()).toEqual(inForce)
  const { rows } = await site.database.owner.query(
    `select action, actor_id, detail from audit_events where action = 'settings_changed' order by id`,
  )
  expect(rows).toEqual([
    {
      action: 'settings_changed',
      actor_id: admin.userId,
      detail: { before: { operator_name: null, operator_email: null }, after: own },
    },
  ])
  await change({ operator_name: ' ', operator_email: '' })
  expect(await readNamed()).toEqual(operator)
})

test('a change of the operator needs an administrator and a proof [A141]', async () => {
  const changes = { operator_email: 'thief@example.org' }
  const unproven = await change(changes, { isProven: false })
  expect([unproven.status, unproven.body.code]).toEqual([401, 'step_up_required'])
  const { cookie } = await createMember(site)
  for (const [caller, status] of [
    [{ cookie }, 403],
    [{}, 401],
  ] as const)
    expect((await call(site, changeSettings, { body: { revision: 1, ...changes } }, caller)).status).toBe(status)
  expect(await readNamed()).toEqual(operator)
})

test('a name or address with hidden characters or line breaks, and an invalid email address, are refused in their field [A141]', async () => {
  const cases: [keyof typeof settingFields, string][] = [
    ['operator_name', 'Mint\nand Co'],
    ['operator_name', 'Mint\u202e'],
    ['operator_name', 'M'.repeat(201)],
    ['operator_address', '1 Mint Lane\nLondon'],
    ['operator_email', 'people'],
    ['operator_email', 'a@b, c@d'],
    ['operator_email', '"><script>@x'],
  ]
  for (const [field, value] of cases) {
    const { status, body } = await change({ [field]: value })
    expect([field, value, status, Object.keys(body.fields ?? {})]).toEqual([field, value, 400, [field]])
  }
  expect(await readNamed()).toEqual(operator)
})

test('the configuration takes a name and an address of one line, and a mail address', () => {
  const read = (name: string, value: string) => () => readConfig({ [name]: value })
  expect(readConfig({ OPERATOR_NAME: operator.name }).operatorName).toBe(operator.name)
  expect(readConfig({}).operatorEmail).toBeUndefined()
  expect(read('OPERATOR_ADDRESS', '1 Mint Lane\nLondon')).toThrow('OPERATOR_ADDRESS: expected an address in one line')
  expect(read('OPERATOR_EMAIL', 'people')).toThrow('OPERATOR_EMAIL: expected a mail address')
})
