import { pino, type DestinationStream, type Logger } from 'pino'
import { describeError } from './describe-error.ts'

/** Returns the log of the process. No part of the server writes the values of a database error into it. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeError } }, destination)
}
