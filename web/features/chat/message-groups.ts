/** After a pause of this length, the next message of the same speaker shows the name and the time again. */
const pauseMs = 5 * 60_000

interface Written {
  speaker: string
  /** ISO text. */
  writtenAt: string
}

/** Decides on the heading of a message: the day if it is a new one, and the speaker unless they are clear. */
export function messageHeading(
  message: Written,
  before: Written | undefined,
): { isNewDay: boolean; isNewSpeaker: boolean } {
  if (!before) return { isNewDay: true, isNewSpeaker: true }
  const [at, beforeAt] = [new Date(message.writtenAt), new Date(before.writtenAt)]
  const isNewDay = beforeAt.toDateString() !== at.toDateString()
  const isPause = at.getTime() - beforeAt.getTime() > pauseMs
  return { isNewDay, isNewSpeaker: isNewDay || isPause || before.speaker !== message.speaker }
}
