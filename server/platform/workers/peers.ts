/** The other processes of this host that serve the same port. */
export interface Peers {
  /** Tells the others. They may get it late, or not at all if they end. */
  tell(topic: string, news: unknown): void
  /** Calls the listener with what another one tells, and with the last that was told before. */
  hear(topic: string, listener: (news: unknown) => void): void
}

/** The peers of a process that serves alone. */
export const noPeers: Peers = { tell: () => {}, hear: () => {} }
