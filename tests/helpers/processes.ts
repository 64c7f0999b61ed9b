import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './server.ts'

const patienceMs = 120_000

/** Returns the ids of the processes of a server that serve, without the first one. */
export function listWorkers(server: TestServer): number[] {
  const parent = processIdOf(server)
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, ppid, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(ppid) === parent && args?.includes('main.ts') ? [Number(pid)] : []
  })
}

/** Never 0, which would name this process and those beside it. */
function processIdOf(server: TestServer): number {
  const id = server.processId()
  if (!id) throw new Error('The server does not run.')
  return id
}

/** Kills one of the workers of a server. */
export function killWorker(server: TestServer): void {
  const [id] = listWorkers(server)
  if (!id) throw new Error('The server has no worker.')
  process.kill(id, 'SIGKILL')
}

/** Replaces the workers of a server one by one, and waits for the end of the old ones. */
export async function replaceWorkers(server: TestServer): Promise<void> {
  const before = server.output().length
  process.kill(processIdOf(server), 'SIGHUP')
  await waitForText(server, before, 'All workers were replaced.')
}

/** Waits until the server has printed this text after so many letters. */
export async function waitForText(server: TestServer, after: number, text: string): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  while (!server.output().slice(after).includes(text)) {
    if (Date.now() > giveUpAt) throw new Error(`"${text}" did not come. The server printed:\n${server.output()}`)
    await sleep(20)
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
