import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { postgresUser } from './postgres-binaries.ts'

type Spawning = {
  program: string
  /** Files and folders the program works on, which `args` names as the program reaches them. */
  paths: string[]
  args: (names: string[]) => string[]
  output: 'pipe' | number
}

/**
 * Starts a program of PostgreSQL as the user it may run as.
 * Root's data folder may lie where "nobody" cannot walk (below /root, say), so it is lent as an open descriptor, whose
 * name in /proc leads there without the way. The program is in its own process group: Ctrl-C must reach only the
 * application, which then stops PostgreSQL in good order.
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
