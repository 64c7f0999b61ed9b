import type { Endpoint } from '../../contract/endpoint.ts'
import { ApiError } from './api-error.ts'

/**
 * The Idempotency-Keys of calls for which forms keep none. A call keeps its key until its outcome is known. A second
 * try after a lost answer then gets the result of the first, and nothing is done twice.
 */
const keys = new Map<string, string>()
const fileKeys = new WeakMap<Blob, string>()

interface Attempt {
  key: string
  /** Forgets the key once the outcome is known. The same call after that gets a new key. */
  finish: (error?: unknown) => void
}

export function beginAttempt({ id }: Pick<Endpoint, 'id'>, asked: object): Attempt {
  const isFile = asked instanceof Blob
  const name = isFile ? '' : `${id} ${JSON.stringify(asked)}`
  const key = (isFile ? fileKeys.get(asked) : keys.get(name)) ?? crypto.randomUUID()
  if (isFile) fileKeys.set(asked, key)
  else keys.set(name, key)
  const finish = (error?: unknown) => {
    if (isOutcomeUnknown(error)) return
    if (isFile) fileKeys.delete(asked)
    else keys.delete(name)
  }
  return { key, finish }
}

/**
 * True if the outcome of the call is still unknown: no answer, a server error, or a refusal before the call was handled
 * (401, 403, 429), in which case an earlier attempt may have arrived.
 */
function isOutcomeUnknown(error: unknown): boolean {
  if (error === undefined) return false
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status >= 500 || [401, 403, 429].includes(error.status)
}
