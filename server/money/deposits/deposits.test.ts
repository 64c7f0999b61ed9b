import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/helpers/database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { schema } from '../../schema/schema.ts'
import { recordDepositAddress, setConfiguredAddress } from '../settings/settings.ts'

const [first, second, third] = ['TFirst', 'TSecond', 'TThird']

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const setAddress = (address: string | null) =>
  database.owner.query('UPDATE settings SET deposit_address = $1, updated_at = now()', [address])

async function readAddresses({ owner }: { owner: pg.Pool } = database) {
  const { rows } = await owner.query<{ address: string; is_open: boolean; follows: boolean | null }>(
    `SELECT address, replaced_at IS NULL AS is_open, set_at = lag(replaced_at) OVER (ORDER BY set_at, id) AS follows
       FROM deposit_addresses ORDER BY set_at, id`,
  )
  return rows.map(({ address, is_open: isOpen, follows }) => [address, isOpen, follows])
}

test('each deposit address has its times, that of the configuration while administrators have set none', async () => {
  await recordDepositAddress(database.owner, first)
  await setConfiguredAddress(database.owner, first)
  await setConfiguredAddress(database.owner, first)
  expect(await readAddresses()).toEqual([[first, true, null]])
  await setAddress(second)
  await database.owner.query(`UPDATE settings SET deposit_instructions = 'Pay.'`)
  await setConfiguredAddress(database.owner, third)
  expect(await readAddresses()).toEqual([
    [first, false, null],
    [second, true, true],
  ])
  await setAddress(null)
  await setConfiguredAddress(database.owner, undefined)
  await setAddress(first)
  const { rows } = await database.owner.query(
    `SELECT was_deposit_address($1, now() - interval '1 hour') AS before, was_deposit_address($1, now()) AS now,
            was_deposit_address($2, now()) AS former FROM settings`,
    [first, second],
  )
  expect(rows).toEqual([{ before: false, now: true, former: false }])
  expect((await readAddresses()).map(([address, isOpen]) => [address, isOpen])).toEqual([
    [first, false],
    [second, false],
    [third, false],
    [first, true],
  ])
})

test('an upgrade knows the times of all addresses of the settings, and since when the configuration has one', async () => {
  const upgraded = await createTestDatabase({ isEmpty: true })
  const earlier = mkdtempSync(join(tmpdir(), 'et-migrations-'))
  try {
    const all = readMigrations(schema.migrations)
    const before = all.slice(
      0,
      all.findIndex(({ name }) => name.endsWith('_chain.sql')),
    )
    for (const { name } of before) cpSync(join(schema.migrations, name), join(earlier, basename(name)))
    await migrate(upgraded.ownerUrl, { migrations: earlier, repeatables: [] })
    for (const address of [first, null, second]) {
      await upgraded.owner.query('UPDATE settings SET deposit_address = $1', [address])
    }
    await migrate(upgraded.ownerUrl, schema)
    expect(await readAddresses(upgraded)).toEqual([
      [first, false, null],
      [second, true, false],
    ])
    await upgraded.owner.query('DELETE FROM deposit_addresses; UPDATE settings SET deposit_address = NULL')
    await recordDepositAddress(upgraded.owner, third)
    await upgraded.owner.query(`UPDATE platform_addresses SET created_at = '2026-01-01Z' WHERE address = $1`, [third])
    await setConfiguredAddress(upgraded.owner, third)
    const { rows } = await upgraded.owner.query('SELECT address, set_at FROM deposit_addresses')
    expect(rows).toEqual([{ address: third, set_at: '2026-01-01T00:00:00.000Z' }])
  } finally {
    rmSync(earlier, { recursive: true })
    await upgraded.drop()
  }
})

const transaction = `INSERT INTO chain_transactions (hash, hint_units, first_seen, due_at) VALUES (repeat('a', 64), 1, now(), now())`
const transfer = (units: number, logIndex = 0) =>
  `INSERT INTO chain_transfers VALUES (repeat('a', 64), ${logIndex}, 'T', 'T', 'T', ${units}, 1, now(), now(), now())`

test('the application adds transfers once each, and neither changes nor removes one', async () => {
  await database.app.query(transaction)
  await database.app.query(transfer(1))
  await expect(database.app.query(transfer(1))).rejects.toMatchObject({ constraint: 'chain_transfer_known' })
  await expect(database.app.query(transfer(0, 1))).rejects.toMatchObject({ constraint: 'chain_units_range' })
  for (const statement of [
    'UPDATE chain_transfers SET units = 2',
    'DELETE FROM chain_transfers',
    'TRUNCATE chain_transfers',
    'DELETE FROM chain_transactions',
    'UPDATE chain_transactions SET hash = hash',
    'DELETE FROM deposit_addresses',
    'UPDATE deposit_addresses SET set_at = now()',
    `INSERT INTO deposit_addresses (network, address, set_at) VALUES ('TRC20', 'T', now())`,
    `UPDATE settings SET configured_deposit_address = 'T'`,
    'INSERT INTO chain_calls VALUES (7, now())',
    'INSERT INTO chain_watch DEFAULT VALUES',
  ]) {
    await expect(database.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
  for (const statement of [
    'UPDATE chain_transfers SET units = 2',
    'DELETE FROM chain_transfers',
    'TRUNCATE chain_transfers CASCADE',
  ]) {
    await expect(database.owner.query(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

test('a judgement is written once', async () => {
  await database.app.query(`UPDATE chain_transactions SET outcome = 'succeeded', judged_at = now()`)
  await expect(database.app.query(`UPDATE chain_transactions SET outcome = 'failed'`)).rejects.toMatchObject({
    code: '42501',
  })
  await expect(
    database.app.query(
      `INSERT INTO chain_transactions (hash, hint_units, first_seen, due_at) VALUES ('A', 1, now(), now())`,
    ),
  ).rejects.toMatchObject({ constraint: 'chain_hash_form' })
})
