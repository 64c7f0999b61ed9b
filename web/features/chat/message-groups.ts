import type { ChatMessage } from '../../../contract/chat.ts'

/** After so long somebody's next message says anew who writes, and when. */
const pauseMs = 5 * 60_000

interface Written {
  isOwn: boolean
  /** ISO text. */
  writtenAt: string
}

/** What stands above a message: the day, where another one begins, and who writes, unless that is plain. */
export function headingOf(message: Written, before: Written | undefined): { isNewDay: boolean; isNewSpeaker: boolean } {
  if (!before) return { isNewDay: true, isNewSpeaker: true }
  const [at, beforeAt] = [new Date(message.writtenAt), new Date(before.writtenAt)]
  const isNewDay = beforeAt.toDateString() !== at.toDateString()
  const isPause = at.getTime() - beforeAt.getTime() > pauseMs
  return { isNewDay, isNewSpeaker: isNewDay || isPause || before.isOwn !== message.isOwn }
}

/** The newest message of the other side after a number, to be read out. */
export function newestFrom(messages: readonly ChatMessage[], number: number): ChatMessage | undefined {
  return messages.findLast((message) => message.is_from_support && message.number > number)
}
