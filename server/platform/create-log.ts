import { pino, type DestinationStream, type Logger } from 'pino'
import { describeError } from './describe-error.ts'
import { currentTraces } from './traces/spans.ts'

/**
 * Returns the log of the process. No part of the server writes the values of a database error into it. With traces, a line has the id
 * of the trace to which it belongs.
 */
export function createLog(level: string, destination: DestinationStream, { isTraced = false } = {}): Logger {
  return pino({ level, serializers: { err: describeError }, ...(isTraced && { mixin: nameTrace }) }, destination)
}

function nameTrace(): object {
  const traceId = currentTraces()?.traceId()
  return traceId === undefined ? {} : { trace_id: traceId }
}
