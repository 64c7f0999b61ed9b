import type { FastifyRequest } from 'fastify'
import type { Call, Caller } from './route.ts'

/**
 * Refuses a call that its limits do not allow. What it resolves to is told how the call ended, as some limits count only
 * failures.
 */
export type EnterLimits = (
  operationId: string,
  call: { userId: string | undefined; ipAddress: string; body: unknown },
) => Promise<(error?: unknown) => Promise<void>>

/** Does the work of a call within its limits. */
export async function withinLimits<T>(
  enter: EnterLimits,
  operationId: string,
  { caller, ipAddress, body }: Call,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await enter(operationId, { userId: userIdOf(caller), ipAddress, body })
  let result: T
  try {
    result = await work()
  } catch (error) {
    await leave(error)
    throw error
  }
  await leave()
  return result
}

/** A file is counted before its bytes are read. */
export function limitBeforeBody(enter: EnterLimits, operationId: string) {
  return async ({ caller, ip }: FastifyRequest): Promise<void> => {
    await enter(operationId, { userId: userIdOf(caller), ipAddress: ip, body: undefined })
  }
}

function userIdOf(caller: Caller): string | undefined {
  return caller.role === 'visitor' ? undefined : caller.userId
}
