import pg from 'pg'
import { expect, test } from 'vitest'
import { checkServer } from './check-server.ts'

const sound = {
  version_number: 170_000,
  is_replica: false,
  is_readable_on_the_way: false,
  server_version: '17.0',
  server_encoding: 'UTF8',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_checksums: 'on',
  log_parameter_max_length: '-1',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
}

/** Checks a server that has these settings beside sound ones. */
async function check(settings: Partial<typeof sound>): Promise<string[]> {
  const query = async () => ({ rows: [{ ...sound, ...settings }] })
  return checkServer(Object.assign(new pg.Client(), { query }))
}

test('a server with sound settings is not reported, nor is one that logs changes of tables only', async () => {
  expect(await check({})).toEqual([])
  expect(await check({ log_statement: 'ddl' })).toEqual([])
})

test.each([
  ['log_statement', 'all'],
  ['log_min_duration_statement', '250ms'],
  ['log_min_duration_sample', '1s'],
  ['log_transaction_sample_rate', '0.5'],
])('a server with %s = %s is reported, because it logs the tokens of sessions', async (name, value) => {
  expect(await check({ [name]: value })).toEqual([expect.stringMatching(`${name}.*tokens of sessions`)])
  expect(await check({ [name]: value, log_parameter_max_length: '0' })).toEqual([])
})

test('a connection that others on its way can read is reported', async () => {
  expect(await check({ is_readable_on_the_way: true })).toEqual([expect.stringContaining('sslmode=verify-full')])
})

test('a server without checksums is reported', async () => {
  expect(await check({ data_checksums: 'off' })).toEqual([expect.stringContaining('checksums')])
})
