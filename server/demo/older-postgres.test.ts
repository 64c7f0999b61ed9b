import { describe, expect, test } from 'vitest'
import { getGlobalPlatformStats } from '../../contract/stats.ts'
import { hostFolders, makeDebianHost } from '../../tests/helpers/debian-host.ts'
import { startServer } from '../../tests/helpers/server.ts'

describe.runIf(hostFolders)('a demonstration (needs packages of Debian)', () => {
  test('fills an empty PostgreSQL 15', { timeout: 240_000 }, async () => {
    const host = await makeDebianHost(hostFolders ?? [])
    try {
      const env = { DATABASE_URL: host.ownerUrl, APP_DATABASE_URL: host.appUrl }
      const server = await startServer({ env, args: ['--demo'] })
      const stats = await fetch(server.url + getGlobalPlatformStats.path)
      await server.stop()
      expect(await stats.json()).toMatchObject({ balance_coins: expect.stringMatching(/^[1-9]\d{6,}$/) as string })
    } finally {
      await host.remove()
    }
  })
})
