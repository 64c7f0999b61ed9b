import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from './db/start-refusal.ts'
import { describeError } from './describe-error.ts'

/** The end of this process, which closes all that was opened in it. */
export interface ProcessLife {
  /** Adds a function that closes something. The last one that was added is called first. */
  onEnd(close: () => Promise<unknown>): void
  isEnding(): boolean
  /** Names the work of SIGHUP, which ends the process only where it has a terminal: a terminal that is closed sends it, too. */
  onReload(reload: () => Promise<void>): void
  /** Closes everything, and ends the process with this code. `reason` is a sentence for the operator. */
  end(exitCode: number, reason?: string): Promise<never>
  /** Ends the process after a failed start. A refusal is one clear line. */
  fail(error: unknown): Promise<void>
}

/**
 * A process manager may signal the whole group and its leader. Two signals within this time count as one, not as an
 * impatient second one.
 */
const repeatedSignalMs = 500

/** Begins to hear the signals that end the process. After `endPatienceMs` it ends with what is still open. */
export function createProcessLife(endPatienceMs: number): ProcessLife {
  const closers: (() => Promise<unknown>)[] = []
  let endingSince = 0
  let ending: Promise<never> | undefined
  let reload = async (): Promise<void> => {}

  async function close(exitCode: number): Promise<never> {
    void sleep(endPatienceMs).then(() => process.exit(1))
    for (const closer of closers.toReversed()) await closer().catch(printError)
    return process.exit(exitCode)
  }

  async function end(exitCode: number, reason?: string): Promise<never> {
    endingSince ||= Date.now()
    if (reason) console.error(reason)
    return (ending ??= close(exitCode))
  }

  function onSignal(): void {
    if (!endingSince) return void end(0)
    if (Date.now() - endingSince > repeatedSignalMs) process.exit(1)
  }

  // Node itself would print the values that a database error repeats.
  process.on('uncaughtException', (error) => {
    printError(error)
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, onSignal)
  process.on('SIGHUP', () => {
    if (process.stdin.isTTY || process.stdout.isTTY) onSignal()
    else void reload().catch(printError)
  })
  return {
    onEnd: (closer) => closers.push(closer),
    isEnding: () => endingSince > 0,
    onReload: (work) => (reload = work),
    end,
    async fail(error) {
      // A signal can cut a start short. The errors that follow mean nothing.
      if (endingSince) return
      const isRefusal = error instanceof StartRefusal
      if (!isRefusal) printError(error)
      await end(1, isRefusal ? error.message : undefined)
    },
  }
}

/** Prints an error, described as above, on stderr. It is for the start and the end of a process, where no log is open. */
export function printError(error: unknown): void {
  console.error(describeError(error))
}
