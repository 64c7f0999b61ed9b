import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import { bringsDeviceCookie } from './device-cookie.ts'
import type { Call, Caller } from './route.ts'

/**
 * Refuses a call that exceeds its limits. The caller passes the outcome of the call to the returned function, because
 * some limits count only failures.
 */
export type EnterLimits = (
  operation: Operation,
  call: { userId: string | undefined; ipAddress: string; body: unknown; hasDeviceCookie: boolean },
) => Promise<(error?: unknown) => Promise<void>>

/** Performs a call within its limits. */
export async function runWithinLimits<T>(
  enter: EnterLimits,
  operation: Operation,
  { caller, ipAddress, body, request }: Call,
  work: () => Promise<T>,
): Promise<T> {
  const hasDeviceCookie = bringsDeviceCookie(request)
  const finish = await enter(operation, { userId: userIdOf(caller), ipAddress, body, hasDeviceCookie })
  let result: T
  try {
    result = await work()
  } catch (error) {
    await finish(error)
    throw error
  }
  await finish()
  return result
}

/** Counts an upload before its bytes are read. */
export function limitBeforeBody(enter: EnterLimits, operation: Operation) {
  return async ({ caller, ip }: FastifyRequest): Promise<void> => {
    await enter(operation, { userId: userIdOf(caller), ipAddress: ip, body: undefined, hasDeviceCookie: false })
  }
}

function userIdOf(caller: Caller): string | undefined {
  return caller.role === 'visitor' ? undefined : caller.userId
}
