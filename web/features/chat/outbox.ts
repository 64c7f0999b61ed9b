import type { ChatMessage } from '../../../contract/chat.ts'

/** A message on its way. */
export interface OutgoingMessage {
  /** Made once: however often the message is sent, it is stored once. */
  clientId: string
  content: string
  writtenAt: string
  /** What it became, until it stands among the others. */
  stored?: ChatMessage
}

interface OutboxOptions {
  /** Sends a message, with as many attempts as it is worth; throws when it has to be taken back. */
  deliver: (message: OutgoingMessage) => Promise<ChatMessage>
  /** Puts what has been stored among the others. */
  onStored: () => Promise<void>
  /** The text of everything that could not be sent, in order. */
  onTakenBack: (text: string) => void
  /** Keeps what is on its way, so that a reload does not lose it. */
  keep: (waiting: readonly OutgoingMessage[]) => void
}

export interface Outbox {
  send: (content: string) => void
  /** Goes on with what was on its way before a reload. */
  resume: (kept: readonly OutgoingMessage[]) => void
  /** Forgets everything without a word, as whoever wrote it has left. */
  abandon: () => void
  get: () => readonly OutgoingMessage[]
  subscribe: (listener: () => void) => () => void
}

/**
 * Sends the messages of one conversation, one after the other, so they arrive in the order they were written. When one
 * cannot be sent, those behind it are taken back with it: none may overtake it.
 */
export function createOutbox({ deliver, onStored, onTakenBack, keep }: OutboxOptions): Outbox {
  let messages: readonly OutgoingMessage[] = []
  /** The last to come back. Sent again as they are, they keep their ids: without an answer, some may be stored. */
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
      // It keeps its place on the screen until it stands among the others.
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
