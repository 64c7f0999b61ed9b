import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from './server.ts'

export interface DatabaseCopy {
  /** Returns the server to the moment of the copy. */
  restore(): Promise<void>
}

/** Copies the current files of the database of a server, which stops for that. */
export async function copyDatabase(server: TestServer): Promise<DatabaseCopy> {
  const [folder, copy] = [join(server.dataDir, 'postgres'), join(server.dataDir, 'postgres-copy')]
  // The copy keeps the owner of each file, because PostgreSQL checks it.
  const copyAll = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
  await server.kill('SIGTERM')
  rmSync(copy, { recursive: true, force: true })
  copyAll(folder, copy)
  await server.restart()
  return {
    async restore() {
      await server.kill('SIGTERM')
      rmSync(folder, { recursive: true })
      copyAll(copy, folder)
      await server.restart()
    },
  }
}
