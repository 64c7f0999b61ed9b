import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withConnection } from '../../server/platform/db/connect.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { stopLeftoverPostgres } from '../../server/platform/db/postgres-leftover.ts'
import { createExternalRoles } from '../../server/platform/db/roles.ts'
import { schema } from '../../server/schema/schema.ts'
import { letOneOwnerChange } from './second-owner.ts'

/** The addresses of the PostgreSQL of the tests and of the migrated database that each test file clones. */
export type TestCluster = {
  /** A login that may create databases. */
  adminUrl: string
  ownerUrl: string
  appUrl: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

const prefix = 'et-test-'

/** Starts PostgreSQL once for a whole test run. TEST_DATABASE_URL names a server to use instead. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  const { cluster, stop } = url ? await useExternal(url) : await startOwn()
  project.provide('cluster', cluster)
  return stop
}

async function startOwn(): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  const parent = memoryFolder()
  await removeAbandoned(parent)
  const dataDir = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  const server = await startEmbeddedPostgres(dataDir)
  await migrate(server.ownerUrl, schema)
  // Most tests are about other things. Those about second owners put the rules of a new installation back.
  await letOneOwnerChange(server.ownerUrl)
  const { superuserUrl: adminUrl, ownerUrl, appUrl } = server
  return {
    cluster: { adminUrl, ownerUrl, appUrl, template: 'et' },
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function useExternal(url: string): Promise<{ cluster: TestCluster; stop: () => Promise<void> }> {
  const template = `et_test_template_${process.pid}`
  await withConnection(url, (client) => client.query(`CREATE DATABASE ${template}`))
  const ownerUrl = onDatabase(url, template)
  const appUrl = await createExternalRoles(ownerUrl)
  await migrate(ownerUrl, schema)
  await letOneOwnerChange(ownerUrl)
  return {
    cluster: { adminUrl: url, ownerUrl, appUrl, template },
    async stop() {
      await withConnection(url, (client) => client.query(`DROP DATABASE ${template}`))
    },
  }
}

/** Returns the address for the same login on another database of the cluster. */
export function onDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Returns a folder in memory if the system has one. The same durable writes run there without the wait for a disk. */
export function memoryFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

/** Removes the folders of killed runs, which could not clean up themselves. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
    if (Number.isNaN(pid) || isAlive(pid)) continue
    await stopLeftoverPostgres(join(parent, name, 'postgres')).catch(() => {})
    rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
