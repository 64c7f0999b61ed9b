import { startCuttingProxy, type CuttingProxy } from '../cutting-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { letOneAdministratorDecide } from '../second-owner.ts'
import { startServer, type TestServer } from '../server.ts'
import { withoutStepUp } from './money-load.ts'

/** A server that reaches its database through a network that can break. */
export interface BehindNetwork {
  database: TestDatabase
  network: CuttingProxy
  server: TestServer
  stop(): Promise<void>
}

export async function startBehindNetwork(): Promise<BehindNetwork> {
  const database = await createTestDatabase()
  await letOneAdministratorDecide(database.ownerUrl)
  const url = new URL(database.appUrl)
  const network = await startCuttingProxy(Number(url.port))
  url.port = String(network.port)
  const env = { DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: url.href, ...withoutStepUp }
  const server = await startServer({ env })
  return {
    database,
    network,
    server,
    async stop() {
      network.mend()
      await server.stop()
      await network.close()
      await database.drop()
    },
  }
}
