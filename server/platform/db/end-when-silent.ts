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
    if (isPatient) return query(...parts)
    const finish = endAfter(client, limitMs)
    const [last] = parts.slice(-1)
    // The pool itself asks with a callback.
    if (typeof last === 'function') {
      return query(...parts.slice(0, -1), (...results: unknown[]) => {
        finish()
        ;(last as (...all: unknown[]) => void)(...results)
      })
    }
    const answer = query(...parts)
    if (answer instanceof Promise) return answer.finally(finish)
    finish()
    return answer
  }) as pg.Client['query']
}

/** Breaks the connection off after this time, unless the returned function is called before. */
function endAfter(client: pg.Client, limitMs: number): () => void {
  let isOver = false
  const end = async () => {
    // An answer that arrived while this process was busy is read first.
    await nextTurn()
    if (!isOver) client.connection.stream.destroy()
  }
  const timer = setTimeout(() => void end(), limitMs)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
