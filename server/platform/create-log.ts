import { pino, type DestinationStream, type Logger } from 'pino'
import { describeError } from './describe-error.ts'

/** Returns the log of the process. It holds no values of database errors, whatever part of the server writes one. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers: { err: describeError } }, destination)
}
