import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { submit } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, giveCoins } from '../../../tests/helpers/people.ts'
import { createExchangeRates } from '../../platform/exchange-rates/exchange-rates.ts'
import { readRequest } from './lists.ts'
import { readWalletReview } from './wallet-warnings.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the operator pays the frozen USDT amount, or an estimate at the present rate for an older withdrawal', async () => {
  const { id: adminId } = await createAdmin(database.ownerDb)
  const { id: userId } = await createMember(database.ownerDb, { walletAddress: 'T-wallet' })
  await giveCoins(database.ownerDb, adminId, userId, 5000)
  const requestId = await submit(database, userId, 'withdrawal', 3000, { usdtRate: '0.99' })
  const rates = createExchangeRates(async () => '0.968342', { log: { warn() {} } })
  const review = async () => {
    const request = await readRequest(database.appDb, userId, requestId, 'admin')
    const { usdt_amount: usdt } = request.kind === 'withdrawal' ? request : { usdt_amount: undefined }
    return { usdt, ...(await readWalletReview(database.appDb, rates, request)) }
  }
  expect(await review()).toMatchObject({ usdt: '30.303', usdt_estimate: null, network: 'TRC20' })
  await database.owner.query('ALTER TABLE ledger.requests DISABLE TRIGGER USER')
  await database.owner.query('UPDATE ledger.requests SET usdt_amount = NULL, usdt_rate = NULL')
  await database.owner.query('ALTER TABLE ledger.requests ENABLE TRIGGER USER')
  expect(await review()).toMatchObject({ usdt: null, usdt_estimate: '30.9808' })
})
