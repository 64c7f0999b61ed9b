import type { Events } from '../../platform/events/events.ts'

/** Tells the browsers that show payouts of these members that they have changed. */
export function announcePayouts(events: Events, userIds: string[]): void {
  if (userIds.length === 0) return
  events.publish({ topics: ['requests', 'notices'], userIds: [...new Set(userIds)] })
  events.publish({ topics: ['requests'], toAdmins: true })
}
