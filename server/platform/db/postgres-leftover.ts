import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from './start-refusal.ts'

const pollMs = 25
const patienceMs = 10_000

/**
 * Ends a PostgreSQL that still runs on this folder after its application was killed with -9, and waits until it is
 * gone. The caller must hold the lock of the data folder, so that no other application uses that server.
 */
export async function stopLeftoverPostgres(folder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const running = processesOn(folder)
    if (running.length === 0) break
    const postmaster = recordedPid(folder)
    // The postmaster passes the signal on to its processes. Without a postmaster, each of them gets the signal.
    send(signal, postmaster !== undefined && running.includes(postmaster) ? [postmaster] : running)
    await untilGone(folder)
  }
  const left = processesOn(folder)
  if (left.length > 0)
    throw new StartRefusal(`PostgreSQL (pid ${left.join(', ')}) still runs on ${folder} and does not stop.`)
  // The pid in the file is meaningless now. The start would fail if another process had the same pid.
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

function processesOn(folder: string): number[] {
  return process.platform === 'linux' ? processesIn(folder) : recordedProcess(folder)
}

/** Finds processes of PostgreSQL by their working folder, which is the data folder. /proc shows it for each process. */
function processesIn(folder: string): number[] {
  const wanted = statSync(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const found = statSync(`/proc/${pid}/cwd`)
        return found.ino === wanted.ino && found.dev === wanted.dev && isPostgres(pid)
      } catch {
        return false // The process has ended meanwhile, or belongs to another user.
      }
    })
    .map(Number)
}

function isPostgres(pid: string): boolean {
  return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
}

function recordedProcess(folder: string): number[] {
  const pid = recordedPid(folder)
  if (pid === undefined) return []
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout?.includes(folder) ? [pid] : []
}

function recordedPid(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

function send(signal: NodeJS.Signals, pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

async function untilGone(folder: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (processesOn(folder).length > 0 && Date.now() < deadline) await sleep(pollMs)
}
