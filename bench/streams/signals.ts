/** The order to open streams, in this order of the sessions. */
export interface ListenOrders {
  url: string
  /** The values of the session cookies, one for each stream. */
  tokens: string[]
}

/** A message of the listening process: all are open, one heard of a change at a moment, or one was closed. */
export type Signal =
  | { kind: 'open' }
  | { kind: 'heard'; stream: number; atMs: number }
  | { kind: 'broken'; stream: number; reason: string }

/** Returns a moment in milliseconds that all processes of the machine share. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
