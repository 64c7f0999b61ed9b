import { createHash } from 'node:crypto'
import type { Operation } from '../../../contract/operation.ts'
import type { parseInput } from './parse-input.ts'

type Input = Pick<ReturnType<typeof parseInput>, 'params' | 'query' | 'body'>

/**
 * Names a call by what it does: 43 letters and digits, made from its operation and its whole parsed input. The order of
 * the fields that the client sent has no effect. A proof counts for the call of one name. The name is not stored, because
 * the input may hold passwords.
 */
export function nameCall({ id }: Operation, { params, query, body }: Input): string {
  const content = JSON.stringify([id, params ?? {}, query ?? {}, body ?? {}])
  return createHash('sha256').update(content).digest('base64url')
}
