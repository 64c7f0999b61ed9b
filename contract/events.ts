import * as z from 'zod/mini'

/**
 * What changed, never the data: a browser that hears a topic asks for the data again through the ordinary,
 * authorised calls. An event reaches exactly those who may see the change.
 */
export const topics = ['requests', 'wallet', 'packages', 'settings', 'profile', 'session', 'chat'] as const
export type Topic = (typeof topics)[number]

export const eventsPath = '/api/events'

/**
 * The last event of a stream that gives way to newer ones of the same person. Whoever hears it comes back when somebody
 * looks at that tab: coming back at once would only push out the next.
 */
export const givesWayEvent = 'gives-way'

/** One server-sent event: `data: {"topics":["requests","wallet"]}`. */
export const changeEvent = z.object({ topics: z.array(z.enum(topics)) })
export type ChangeEvent = z.infer<typeof changeEvent>
