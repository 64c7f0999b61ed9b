import { t, tn } from './translate.ts'

/** How long to wait, in the words of a person: "40 seconds", "3 minutes". Never less than it is. */
export function waitText(seconds: number): string {
  if (seconds < 60) return tn('{count} second', '{count} seconds', Math.max(1, Math.ceil(seconds)))
  if (seconds < 3600) return tn('{count} minute', '{count} minutes', Math.ceil(seconds / 60))
  return tn('{count} hour', '{count} hours', Math.ceil(seconds / 3600))
}

/** What is said of a call that came too often, where it is known when it is welcome again. */
export function tooOftenText(seconds: number): string {
  return t('Too many attempts. You can try again in {time}.', { time: waitText(seconds) })
}
