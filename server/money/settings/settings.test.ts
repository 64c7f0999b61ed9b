import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createAdmin, createMember } from '../../../tests/helpers/people.ts'
import { readDepositInstructions, readPlatformSettings, type Installation } from './settings.ts'

let database: TestDatabase
const atHome: Installation = { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined }
const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const deposit = (installation: Installation) => readDepositInstructions({ db: database.appDb, installation })

test('every page knows the kind of its installation', async () => {
  const settings = await readPlatformSettings({ db: database.appDb, installation: { ...atHome, isDemo: true } })
  expect(settings).toEqual({
    simulated_movement: false,
    referral_percentage: '20',
    request_limit_usd: '1000000',
    maturity_days: '0',
    is_automatic_approval_on: false,
    is_demo: true,
    has_mail_page: true,
  })
})

test('no movement is simulated before the first member or after it is switched off [RATE-04]', async () => {
  const isSimulated = async () =>
    (await readPlatformSettings({ db: database.appDb, installation: atHome })).simulated_movement
  await createAdmin(database.ownerDb)
  expect(await isSimulated()).toBe(false)
  await createMember(database.ownerDb)
  expect(await isSimulated()).toBe(true)
  await database.owner.query('update settings set simulated_movement = false')
  expect(await isSimulated()).toBe(false)
})

describe('deposits', () => {
  test('go over TRC20 to the configured address [CONST-13, CONST-14]', async () => {
    const instructions = await deposit({ ...atHome, isProduction: true, depositAddress: address })
    expect(instructions).toMatchObject({ network: 'TRC20', address, is_placeholder: false, topup_coin_price: '0.01' })
    expect(instructions.instructions[0]).toContain('TRC20')
  })

  test('have a placeholder that is clearly no address, and none in production', async () => {
    expect(await deposit(atHome)).toMatchObject({ address: 'DEMO-ADDRESS-DO-NOT-SEND-FUNDS', is_placeholder: true })
    expect(await deposit({ ...atHome, isProduction: true })).toMatchObject({ address: null, is_placeholder: false })
  })

  test('take the address of the settings before that of the configuration', async () => {
    const own = 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9'
    await database.owner.query(
      `update settings set deposit_address = $1, deposit_instructions = E'First.\\n\\nSecond.'`,
      [own],
    )
    const instructions = await deposit({ ...atHome, depositAddress: address })
    expect(instructions).toMatchObject({ address: own, instructions: ['First.', 'Second.'] })
  })
})
