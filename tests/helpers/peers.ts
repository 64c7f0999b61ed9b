import type { Peers } from '../../server/platform/workers/peers.ts'

/** Makes the ends of so many processes of one host, which hear each other at once. */
export function connectPeers(count: number): Peers[] {
  const ends = Array.from({ length: count }, () => new Map<string, (news: unknown) => void>())
  return ends.map((own) => ({
    tell: (topic, news) => ends.filter((end) => end !== own).forEach((end) => end.get(topic)?.(structuredClone(news))),
    hear: (topic, listener) => own.set(topic, listener),
  }))
}
