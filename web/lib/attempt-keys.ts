import type { Operation } from '../../contract/operation.ts'
import { ApiError } from './api-error.ts'

/**
 * The Idempotency-Key of calls whose forms keep none. The same call has the same key until it is known what became of it:
 * whoever tries again after a lost answer is answered with what the first attempt did, and it is not done twice.
 */
const keys = new Map<string, string>()
const fileKeys = new WeakMap<Blob, string>()

interface Attempt {
  key: string
  /** Forgets the key once the call is answered for good: the same call is then another one. */
  settle: (error?: unknown) => void
}

export function beginAttempt({ id }: Pick<Operation, 'id'>, asked: object): Attempt {
  const isFile = asked instanceof Blob
  const name = isFile ? '' : `${id} ${JSON.stringify(asked)}`
  const key = (isFile ? fileKeys.get(asked) : keys.get(name)) ?? crypto.randomUUID()
  if (isFile) fileKeys.set(asked, key)
  else keys.set(name, key)
  const settle = (error?: unknown) => {
    if (isOpen(error)) return
    if (isFile) fileKeys.delete(asked)
    else keys.delete(name)
  }
  return { key, settle }
}

/** No answer, one that says nothing about the call, or one from the door, behind which an earlier attempt may have arrived. */
function isOpen(error: unknown): boolean {
  if (error === undefined) return false
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status >= 500 || [401, 403, 429].includes(error.status)
}
