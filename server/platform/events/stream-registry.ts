import type { ServerResponse } from 'node:http'
import type { Topic } from '../../../contract/events.ts'
import type { Change } from './events.ts'

/** The owner of a stream: a person, their session and their role. */
export interface StreamOwner {
  role: 'member' | 'admin'
  userId: string
  sessionId: string
}

export interface Stream extends StreamOwner {
  response: ServerResponse
  /** Topics that changed while the browser was not reading. */
  waiting: Set<Topic>
}

/**
 * The open streams, found by the changes that they may hear. A change costs work only for its hearers, however many
 * streams are open.
 */
export class StreamRegistry {
  readonly all = new Set<Stream>()
  readonly #admins = new Set<Stream>()
  readonly #byUser = new Map<string, Set<Stream>>()

  add(stream: Stream): void {
    this.all.add(stream)
    if (stream.role === 'admin') this.#admins.add(stream)
    this.#byUser.set(stream.userId, this.ofUser(stream.userId).add(stream))
  }

  remove(stream: Stream): void {
    this.all.delete(stream)
    this.#admins.delete(stream)
    const own = this.ofUser(stream.userId)
    own.delete(stream)
    if (own.size === 0) this.#byUser.delete(stream.userId)
  }

  /** Returns the streams of one person, the oldest first. */
  ofUser(userId: string): Set<Stream> {
    return this.#byUser.get(userId) ?? new Set()
  }

  receiversOf({ toEveryone, toAdmins, userIds = [] }: Change): Iterable<Stream> {
    if (toEveryone) return this.all
    const named = userIds.flatMap((userId) => [...this.ofUser(userId)])
    return new Set(toAdmins ? [...named, ...this.#admins] : named)
  }
}
