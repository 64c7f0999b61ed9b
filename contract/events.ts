/**
 * An event names topics that changed, and never carries data. A browser that receives a topic fetches the data again
 * through the ordinary, authorised calls. An event reaches exactly those people who may see the change.
 */
export const topics = [
  'requests',
  'desk',
  'wallet',
  'packages',
  'settings',
  'profile',
  'session',
  'chat',
  'changes',
  'notices',
  'notes',
] as const
export type Topic = (typeof topics)[number]

export const eventsPath = '/api/events'

/**
 * The last event of a stream that the server closes in favour of newer streams of the same person. The browser connects
 * again when the person looks at that tab. Connecting at once would only push out the next stream.
 */
export const streamReplacedEvent = 'gives-way'

/** The data of one server-sent event, such as `data: {"topics":["requests","wallet"]}`. */
export interface ChangeEvent {
  topics: Topic[]
}
