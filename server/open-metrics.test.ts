import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../tests/helpers/database.ts'
import { assertPortsFree, openMetrics } from './open-metrics.ts'
import { createLog } from './platform/create-log.ts'
import { readConfig } from './platform/config.ts'

test('a server starts while another one has the port of figures, and takes it over', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const database = await createTestDatabase()
  const logged: string[] = []
  const log = createLog('warn', { write: (line) => logged.push(line) })
  const config = readConfig({ METRICS_PORT: String(port), PORT: '1' })
  try {
    await assertPortsFree({ ...config, port: 0 })
    const metrics = await openMetrics(config, {
      db: database.appDb,
      pool: database.app,
      log,
      workers: undefined,
    })
    expect(logged.join()).toContain('METRICS_PORT is in use by another program')
    await new Promise((resolve) => other.close(resolve))
    const readStatus = async () =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(readStatus, { timeout: 10_000 }).toBe(200)
    await metrics?.close()
    expect(await readStatus()).toBe(0)
  } finally {
    other.close()
    await database.drop()
  }
})
