import type { ChatMessage } from '../../../contract/chat.ts'

/** A message that is on its way to the server. */
export interface OutgoingMessage {
  /** Made once per message, so that the message is stored once, however often it is sent. */
  clientId: string
  content: string
  writtenAt: string
  /** The stored message, until it stands among the others. */
  stored?: ChatMessage
}

interface OutboxOptions {
  /** Sends a message, with several attempts. Throws if the message has to be taken back. */
  deliver: (message: OutgoingMessage) => Promise<ChatMessage>
  /** Adds the stored message to the others. */
  onStored: () => Promise<void>
  /** Takes the text of all messages that could not be sent, in order. */
  onTakenBack: (text: string) => void
  /** Keeps the messages that are on their way, so that a reload does not lose them. */
  keep: (waiting: readonly OutgoingMessage[]) => void
}

export interface Outbox {
  send: (content: string) => void
  /** Continues with the messages that were on their way before a reload. */
  resume: (kept: readonly OutgoingMessage[]) => void
  /** Forgets all messages silently, because their writer has left. */
  abandon: () => void
  get: () => readonly OutgoingMessage[]
  subscribe: (listener: () => void) => () => void
}

/**
 * Makes an outbox, which sends the messages of one conversation one after the other. So they arrive in the order of
 * writing. If one cannot be sent, those behind it are taken back with it: none may overtake it.
 */
export function createOutbox({ deliver, onStored, onTakenBack, keep }: OutboxOptions): Outbox {
  let messages: readonly OutgoingMessage[] = []
  /**
   * The messages that were taken back last. If they are sent again unchanged, they keep their ids, as some may be
   * stored.
   */
  let returned: readonly OutgoingMessage[] = []
  let isBusy = false
  const listeners = new Set<() => void>()

  const change = (next: readonly OutgoingMessage[]) => {
    messages = next
    for (const listener of listeners) listener()
  }
  const nextWaiting = () => messages.find(({ stored }) => !stored)
  const keepWaiting = () => keep(messages.filter(({ stored }) => !stored))

  const work = async () => {
    if (isBusy) return
    isBusy = true
    for (let next = nextWaiting(); next; next = nextWaiting()) await sendOne(next)
    isBusy = false
  }

  const sendOne = async (message: OutgoingMessage) => {
    const isOurs = ({ clientId }: OutgoingMessage) => clientId === message.clientId
    try {
      const stored = await deliver(message)
      if (!messages.some(isOurs)) return
      change(messages.map((one) => (isOurs(one) ? { ...one, stored } : one)))
      keepWaiting()
      // The message keeps its place on the screen until it stands among the others.
      const settle = () => change(messages.filter((one) => !isOurs(one)))
      void onStored().then(settle, () => {})
    } catch {
      const back = messages.filter(({ stored }) => !stored)
      if (back.length === 0) return
      change(messages.filter(({ stored }) => stored))
      keepWaiting()
      returned = back
      onTakenBack(textOf(back))
    }
  }

  return {
    send: (content) => {
      const again = textOf(returned) === content ? returned : [{ clientId: crypto.randomUUID(), content }]
      returned = []
      const writtenAt = new Date().toISOString()
      change([...messages, ...again.map((message) => ({ ...message, writtenAt }))])
      keepWaiting()
      void work()
    },
    resume: (kept) => {
      const fresh = kept.filter(({ clientId }) => messages.every((one) => one.clientId !== clientId))
      change([...messages, ...fresh])
      void work()
    },
    abandon: () => change([]),
    get: () => messages,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function textOf(messages: readonly OutgoingMessage[]): string {
  return messages.map(({ content }) => content).join('\n')
}
