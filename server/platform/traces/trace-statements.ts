import type pg from 'pg'
import { labelOf } from '../db/prepared.ts'
import { codeOfFailure, currentTraces } from './spans.ts'

/**
 * Returns a kind of connection that makes a span of each statement, as a part of the call or job that sends it. A span has the name
 * of its statement, and neither its text nor its values.
 */
export function traceStatements(Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const ask = this.query.bind(this) as (...parts: unknown[]) => unknown
      const query = (...parts: unknown[]): unknown => {
        const [text] = parts
        const traces = currentTraces()
        // Most statements belong to nothing that is traced, and need no name.
        if (typeof text !== 'string' || traces?.traceId() === undefined) return ask(...parts)
        const span = traces.begin({ kind: 'statement', name: nameStatement(text), details })
        if (!span) return ask(...parts)
        const answer = ask(...parts)
        if (answer instanceof Promise) {
          answer.then(
            () => span.end(),
            (error: unknown) => span.end(codeOfFailure(error)),
          )
        }
        return answer
      }
      this.query = query as pg.Client['query']
    }
  }
}

const details = { 'db.system.name': 'postgresql' }

const verb = /^\s*(?:\/\*[^*]*\*\/\s*)?([a-z]{3,12})\b/i
const target = /\b(?:from|into|update)\s+"?([a-z_]+)"?(?:\."?([a-z_]+)"?)?|\b(ledger)\.([a-z_]+)\s*\(/i

/**
 * Names a statement by the mark of a frequent one, or else by its verb with the first table or function of the ledger. Values are never
 * in a text, and nothing else of it gets into the name.
 */
export function nameStatement(text: string): string {
  const label = labelOf(text)
  if (label !== undefined) return label
  const [, word = 'statement'] = verb.exec(text) ?? []
  const found = target.exec(text)
  const parts = found ? [found[1] ?? found[3], found[2] ?? found[4]].filter(Boolean) : []
  return [word.toLowerCase(), parts.join('.')].filter(Boolean).join(' ')
}
