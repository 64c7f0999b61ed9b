import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Operation } from '../../../contract/operation.ts'
import { recordOnceInAWhile } from '../audit-trail.ts'
import type { Db } from '../db/client.ts'
import { refusalOf } from '../db/refusal.ts'
import type { Caller } from './route.ts'

interface Read {
  caller: Caller
  ipAddress: string
  params: unknown
}

/** Records an administrator's read of another person's data. Reads of the same data within 15 minutes count once. */
export async function recordRead(
  db: Db,
  { id, onRecord }: Operation,
  { caller, ipAddress, params }: Read,
): Promise<void> {
  if (!onRecord || caller.role !== 'admin') return
  const { userId, ...more } = params as { userId: string }
  if (userId === caller.userId) return
  const detail = { call: id, ...more }
  await recordOnceInAWhile(db, { action: onRecord, actorId: caller.userId, subjectId: userId, ipAddress, detail })
}

/** The refusals of calls that the screens of this administrator do not offer. */
const telling: readonly ErrorCode[] = ['forbidden', 'duty_missing', 'two_factor_required']

/** Records a call that was refused to an administrator because of their rights. */
export function recordRefused(db: Db) {
  return async (request: FastifyRequest, _reply: unknown, error: Error): Promise<void> => {
    const code = refusalOf(error)?.code
    const { caller, clientAddress: ipAddress, routeOptions } = request
    if (caller?.role !== 'admin' || code === undefined || !telling.includes(code)) return
    const detail = { call: routeOptions.config.operationId ?? routeOptions.url, code }
    await recordOnceInAWhile(db, { action: 'call_refused', actorId: caller.userId, ipAddress, detail })
  }
}
