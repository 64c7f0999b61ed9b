import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalWarnings, type ApprovalWarning } from '../../../contract/approval-warnings.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { createPackage, submit, submitPackage } from '../../../tests/helpers/ledger.ts'
import { createAdmin, createMember, createToken, createUploadRow, giveCoins } from '../../../tests/helpers/people.ts'
import { readTableDigests } from '../../../tests/helpers/table-digests.ts'
import { createEvents } from '../../platform/events/events.ts'
import { createWrite, type Write } from '../../platform/db/write.ts'
import { noLimits } from '../../platform/rate-limits/rate-limits.ts'
import { createExchangeRates, fixedRate } from '../../platform/exchange-rates/exchange-rates.ts'
import { decideRequest, type RequestDeps } from './requests.ts'
import { readReview } from './review.ts'

interface Asked {
  userId: string
  requestId: string
}

let database: TestDatabase
let deps: RequestDeps & { write: Write }
let adminId: string
let adminToken: string

beforeAll(async () => {
  database = await createTestDatabase()
  deps = {
    db: database.appDb,
    write: createWrite(database.appDb, async () => {}),
    events: createEvents(),
    mailOwner: async () => {},
    outbox: { wake() {} },
    limits: noLimits,
    mustAdminsEnrol: false,
    exchangeRates: createExchangeRates(fixedRate, { log: { warn() {} } }),
    installation: { isProduction: false, isDemo: false, hasMailPage: true, depositAddress: undefined },
  }
  adminId = (await createAdmin(database.ownerDb)).id
  adminToken = await createToken(database.ownerDb, adminId)
})
afterAll(() => database.drop())

const approve = async (asked: Asked, acknowledged: readonly ApprovalWarning[] = []) =>
  decideRequest(
    deps,
    {
      ...asked,
      actorId: adminId,
      token: adminToken,
      key: randomUUID(),
      status: 'approved',
      ipAddress: '192.0.2.7',
      acknowledged,
    },
    async () => expect.unreachable('a proof was asked for'),
  )

/** Makes a first package purchase. Its slip differs from all others unless `sha256` names its content. */
async function buy({ hash, sha256 }: { hash?: string; sha256?: Buffer } = {}): Promise<Asked & { uploadId: string }> {
  const { id: userId } = await createMember(database.ownerDb)
  const pack = await createPackage(database)
  const uploadId = await createUploadRow(database.ownerDb, userId)
  if (sha256) await database.owner.query('update uploads set sha256 = $2 where id = $1', [uploadId, sha256])
  const extra = { packageId: pack.id, uploadId, transactionHash: hash ?? null }
  return { userId, uploadId, requestId: await submit(database, userId, 'buy', pack.coins, extra) }
}

const doubtful: [ApprovalWarning, () => Promise<Asked>][] = [
  [
    'same_file',
    async () => {
      const sha256 = Buffer.from(randomUUID())
      await buy({ sha256 })
      return buy({ sha256 })
    },
  ],
  [
    'same_transaction_hash',
    async () => {
      await buy({ hash: '0xAbCdEf0123456789' })
      return buy({ hash: 'abcdef0123456789' })
    },
  ],
  [
    'owner_not_active',
    async () => {
      const asked = await buy()
      await database.owner.query(`update profiles set status = 'Suspended' where id = $1`, [asked.userId])
      return asked
    },
  ],
  [
    'rate_fallback',
    async () => {
      const { id: userId } = await createMember(database.ownerDb, { walletAddress: 'T-wallet' })
      await giveCoins(database.ownerDb, adminId, userId, 5000)
      return { userId, requestId: await submit(database, userId, 'withdrawal', 1000, { usdtRateIsFallback: true }) }
    },
  ],
]

test.each(doubtful)('an approval in spite of %s must acknowledge it, and is recorded', async (warning, ask) => {
  const asked = await ask()
  expect((await readReview(deps, { ...asked, readerId: adminId })).warnings).toEqual([warning])
  const before = await readTableDigests(database.owner)
  for (const acknowledged of [[], approvalWarnings.filter((one) => one !== warning)]) {
    await expect(approve(asked, acknowledged)).rejects.toMatchObject({ code: 'warning_unread', warnings: [warning] })
  }
  expect(await readTableDigests(database.owner)).toEqual(before)
  expect(await approve(asked, [warning])).toMatchObject({ status: 'approved' })
  expect((await readReview(deps, { ...asked, readerId: adminId })).warnings).toEqual([])
  const { rows } = await database.owner.query(
    `select actor_id, ip_address, detail from audit_events where action = 'warnings_acknowledged' and subject_id = $1`,
    [asked.userId],
  )
  const detail = { requestId: asked.requestId, warnings: [warning] }
  expect(rows).toEqual([{ actor_id: adminId, ip_address: '192.0.2.7', detail }])
})

test('a warning that appears during the step-up still prevents the approval', async () => {
  const asked = await buy()
  await database.owner.query('update settings set step_up_usd = 0')
  const suspend = async () => {
    await database.owner.query(`update profiles set status = 'Suspended' where id = $1`, [asked.userId])
  }
  const decision = {
    ...asked,
    actorId: adminId,
    token: adminToken,
    key: randomUUID(),
    status: 'approved',
    ipAddress: '192.0.2.7',
  } as const
  const decided = decideRequest(deps, { ...decision, acknowledged: [] }, suspend)
  await expect(decided).rejects.toMatchObject({ code: 'warning_unread', warnings: ['owner_not_active'] })
  await database.owner.query('update settings set step_up_usd = 1000000')
  expect(await approve(asked, ['owner_not_active'])).toMatchObject({ status: 'approved' })
})

test('an approval without warnings and a rejection need no acknowledgement', async () => {
  const { id: userId } = await createMember(database.ownerDb)
  const pack = await createPackage(database)
  const plain = { userId, requestId: await submitPackage(database, userId, pack) }
  expect((await readReview(deps, { ...plain, readerId: adminId })).warnings).toEqual([])
  await approve(plain)
  const [, ask] = doubtful[0] ?? []
  const asked = (await ask?.()) ?? plain
  const decision = {
    ...asked,
    actorId: adminId,
    token: adminToken,
    key: randomUUID(),
    status: 'rejected',
    notes: 'Used before.',
  } as const
  const proof = async () => expect.unreachable('a proof was asked for')
  expect(await decideRequest(deps, { ...decision, ipAddress: '', acknowledged: [] }, proof)).toMatchObject({
    status: 'rejected',
  })
})
