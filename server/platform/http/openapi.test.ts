import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateSource } from 'oazapfts'
import { expect, onTestFinished, test } from 'vitest'
import { operations } from '../../../contract/operations.ts'
import { describeApi } from './openapi.ts'

interface Described {
  operationId: string
  'x-access': string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: { additionalProperties?: boolean } }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}

const api = describeApi(operations, { cookieName: 'session', publicUrl: 'https://coins.test' }) as {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
}
const described = Object.values(api.paths).flatMap((methods) => Object.values(methods))

function find(id: string): Described {
  const entry = described.find(({ operationId }) => operationId === id)
  if (!entry) throw new Error(`${id} is not described`)
  return entry
}

test('describes every operation once, with its access', () => {
  expect(api.openapi).toBe('3.1.0')
  expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  for (const { id, access } of operations) expect(find(id)['x-access']).toEqual(access)
})

test.each([
  ['get_global_platform_stats takes nothing [CALL-18]', 'get_global_platform_stats', []],
  ['get_admin_dashboard_data takes nothing [CALL-19]', 'get_admin_dashboard_data', []],
  ['get_user_dashboard_data takes p_user_id [CALL-20]', 'get_user_dashboard_data', ['p_user_id']],
  ['get_user_dashboard_stats takes p_user_id [CALL-21]', 'get_user_dashboard_stats', ['p_user_id']],
  ['get_profile_by_member_id takes p_member_id [CALL-22]', 'get_profile_by_member_id', ['p_member_id']],
  ['get-exchange-rates may be told to refresh', 'get-exchange-rates', ['refresh']],
])('the known call %s', (_, id, names) => {
  expect(find(id).parameters.map(({ name }) => name)).toEqual(names)
})

test('names the key, the parameters and the session of a call, and allows no unknown fields', () => {
  const submit = find('submit_buy_request')
  expect(submit.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: true }])
  expect(submit.security).toEqual([{ session: [] }])
  expect(submit.requestBody?.content['application/json']?.schema.additionalProperties).toBe(false)
  expect(find('start_two_factor').parameters[0]).toMatchObject({ name: 'Step-Up-Proof', in: 'header', required: true })
  expect(find('decide_request').parameters.slice(-2)).toMatchObject([
    { name: 'Step-Up-Proof', required: false },
    { name: 'Prefer', required: false },
  ])
  expect(find('decide_request').responses['202']?.description).toMatch(/`Prefer: asking`[^]*`step_up_required`/)
  expect(find('sign_in').responses['202']?.description).toContain('`code_required`')
  expect(find('submit_buy_request').responses['202']).toBeUndefined()
  expect(find('list_packages').security).toEqual([{}, { session: [] }])
  expect(find('get_profile').parameters).toMatchObject([{ name: 'userId', in: 'path', required: true }])
  expect(find('list_requests').parameters.map(({ name, required }) => [name, required])).toEqual([
    ['kind', false],
    ['status', false],
    ['cursor', false],
    ['limit', false],
  ])
  expect(Object.keys(find('upload_file').requestBody?.content ?? {})).toEqual([
    'image/png',
    'image/jpeg',
    'application/pdf',
  ])
})

test('names the refusals of a call, and gives amounts as exact decimals', () => {
  expect(find('cancel_request').responses['409']?.description).toContain('This request has already been processed.')
  const stats = JSON.stringify(find('get_global_platform_stats').responses['200'])
  expect(stats).toContain(String.raw`"et_rate":{"type":"string","pattern":"^-?\\d+(\\.\\d+)?$"}`)
})

test('names its server, and passes the recommended rules of a linter', async () => {
  expect(api.servers).toEqual([{ url: 'https://coins.test' }])
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(api), absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('a generated client compiles, with a function for each operation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'et-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const packages = join(import.meta.dirname, '../../../node_modules')
  symlinkSync(packages, join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(api))
  const client = await generateSource(join(folder, 'openapi.json'))
  expect(client.includes('baseUrl: "https://coins.test"')).toBe(true)
  const functions = new Set([...client.matchAll(/^export function (\w+)/gm)].map(([, name]) => name))
  const names = operations.map(({ id }) => id.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase()))
  expect(names.filter((name) => !functions.has(name))).toEqual([])
  writeFileSync(join(folder, 'client.ts'), client)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const options = ['--strict', '--noEmit', '--target', 'es2024', '--lib', 'es2024,dom', '--types', '', '--skipLibCheck']
  const compiler = [join(packages, 'typescript/bin/tsc'), ...options, '--module', 'nodenext', 'client.ts']
  const { stdout, status } = spawnSync(process.execPath, compiler, { cwd: folder, encoding: 'utf8' })
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
})
