import { fallbackTexts } from '../../../contract/texts.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { isKeyReused } from '../../lib/attempt.ts'

/** Returns the words for a request that failed. */
export function refusalText(error: unknown): string {
  if (isKeyReused(error)) return fallbackTexts.earlierArrived
  // Only an uploaded file can be missing.
  return error instanceof ApiError && error.code === 'not_found' ? fallbackTexts.fileGone : messageOf(error)
}
