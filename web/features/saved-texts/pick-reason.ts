/** Adds a picked reason to the notes. It replaces another picked one, and stands before the typed text. */
export function pickReason(notes: string, reason: string, reasons: readonly string[]): string {
  const lines = notes.split('\n')
  const typed = (reasons.includes(lines[0] ?? '') ? lines.slice(1) : lines).join('\n').trimStart()
  return typed === '' ? reason : `${reason}\n${typed}`
}
