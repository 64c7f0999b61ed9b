import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { postgresUser } from './postgres-binaries.ts'

type Spawning = {
  program: string
  /** Files and folders that the program uses. `args` gets the names by which the program reaches them. */
  paths: string[]
  args: (names: string[]) => string[]
  output: 'pipe' | number
}

/**
 * Starts a program of PostgreSQL as its own user. That user may have no access to the way to root's data folder, such
 * as one below /root. So the program gets the folder as an open descriptor, and reaches it by that descriptor's name in
 * /proc.
 * The program has its own process group, so that Ctrl-C reaches only the application, which then stops PostgreSQL in
 * good order.
 */
export function spawnAsPostgresUser({ program, paths, args, output }: Spawning): ChildProcess {
  const isLent = postgresUser !== undefined && process.platform === 'linux'
  const descriptors = isLent ? paths.map((path) => openSync(path, 'r')) : []
  try {
    return spawn(program, args(isLent ? descriptors.map((_, index) => `/proc/self/fd/${3 + index}`) : paths), {
      ...postgresUser,
      stdio: ['ignore', output, output, ...descriptors],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      detached: process.platform !== 'win32',
    })
  } finally {
    descriptors.forEach((descriptor) => closeSync(descriptor))
  }
}
