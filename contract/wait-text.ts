import { t, tn } from './translate.ts'

/** Writes a waiting time in words, such as "40 seconds" or "3 minutes". It rounds up. */
export function waitText(seconds: number): string {
  if (seconds < 60) return tn('{count} second', '{count} seconds', Math.max(1, Math.ceil(seconds)))
  if (seconds < 3600) return tn('{count} minute', '{count} minutes', Math.ceil(seconds / 60))
  return tn('{count} hour', '{count} hours', Math.ceil(seconds / 3600))
}

/** Returns the message for calls that come too often, when the time until the next try is known. */
export function tooManyAttemptsText(seconds: number): string {
  return t('Too many attempts. You can try again in {time}.', { time: waitText(seconds) })
}
