import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'

const moreTime = /^set local statement_timeout/
const edge = /^(begin|start transaction|commit|rollback$)/

/**
 * Breaks a connection off if PostgreSQL has been silent for so many milliseconds after a query. PostgreSQL ends a long statement
 * by itself, but not the wait of a commit for a second host, and it cannot speak through a broken network. The query then
 * fails as one with an unknown outcome. A transaction that gives its statements more time has no such limit.
 */
export function endWhenSilent(client: pg.Client, limitMs: number): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown
  let isPatient = false
  client.query = ((...parts: unknown[]): unknown => {
    const [text] = parts
    if (typeof text === 'string' && (edge.test(text) || moreTime.test(text))) isPatient = moreTime.test(text)
    const answer = query(...parts)
    return isPatient || !(answer instanceof Promise) ? answer : endAfter(client, limitMs, answer)
  }) as pg.Client['query']
}

async function endAfter(client: pg.Client, limitMs: number, answer: Promise<unknown>): Promise<unknown> {
  let isOver = false
  const end = async () => {
    // An answer that arrived while this process was busy is read first.
    await nextTurn()
    if (!isOver) client.connection.stream.destroy()
  }
  const timer = setTimeout(() => void end(), limitMs)
  try {
    return await answer
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
