import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/db/client.ts'
import { hasSettledCommands, rollUp } from './ledger.ts'

/** The rest between two portions, so that a long backlog leaves room for the calls of people. */
const pauseMs = 50

/**
 * Rolls up all settled commands, one portion after the other. The server's clock calls this function. Without settled
 * commands it only reads. The figures are exact without it; only the speed of the next read depends on it.
 */
export async function rollUpSettled(db: Db, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await hasSettledCommands(db))) {
    await rollUp(db)
    await sleep(pauseMs)
  }
}
