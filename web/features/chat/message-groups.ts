/** After so long somebody's next message says anew who writes, and when. */
const pauseMs = 5 * 60_000

interface Written {
  speaker: string
  /** ISO text. */
  writtenAt: string
}

/** What stands above a message: the day, where another one begins, and who writes, unless that is plain. */
export function headingOf(message: Written, before: Written | undefined): { isNewDay: boolean; isNewSpeaker: boolean } {
  if (!before) return { isNewDay: true, isNewSpeaker: true }
  const [at, beforeAt] = [new Date(message.writtenAt), new Date(before.writtenAt)]
  const isNewDay = beforeAt.toDateString() !== at.toDateString()
  const isPause = at.getTime() - beforeAt.getTime() > pauseMs
  return { isNewDay, isNewSpeaker: isNewDay || isPause || before.speaker !== message.speaker }
}
