import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOperator } from '../../contract/operator.ts'
import { call, createTestApp, type TestApp } from '../../tests/helpers/app.ts'
import { readConfig } from '../config.ts'

const operator = { name: 'Assay Coins Ltd', address: '1 Mint Lane, London', email: 'people@coins.example.org' }
let site: TestApp
let unnamed: TestApp
beforeAll(async () => {
  site = await createTestApp({}, { installation: { ...installation, operator } })
  unnamed = await createTestApp()
})
afterAll(async () => {
  await site.close()
  await unnamed.close()
})

const installation = { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined }

test('everybody reads who runs the site', async () => {
  const { status, body } = await call(site, getOperator, {})
  expect([status, body]).toEqual([200, operator])
})

test('an operator who has not been named is told as such, and not made up', async () => {
  expect((await call(unnamed, getOperator, {})).body).toEqual({ name: null, address: null, email: null })
})

test('the settings take a name and an address of one line, and a mail address', () => {
  const read = (name: string, value: string) => () => readConfig({ [name]: value })
  expect(readConfig({ OPERATOR_NAME: operator.name }).operatorName).toBe(operator.name)
  expect(readConfig({}).operatorEmail).toBeUndefined()
  expect(read('OPERATOR_ADDRESS', '1 Mint Lane\nLondon')).toThrow('OPERATOR_ADDRESS: expected an address in one line')
  expect(read('OPERATOR_EMAIL', 'people')).toThrow('OPERATOR_EMAIL: expected a mail address')
})
