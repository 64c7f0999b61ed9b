import { keepStoredText, readStoredText, useStoredText } from '../../lib/stored-text.ts'

/** The choice of this browser, for all tabs. It is off at first. */
export function useRequestSound(): { isOn: boolean; choose: (isOn: boolean) => void } {
  const { text, keep } = useStoredText(choiceName)
  return { isOn: text === 'on', choose: (isOn) => keep(isOn ? 'on' : 'off') }
}

/** Plays the tone of new requests if the person has chosen it, and at most once in five seconds in all tabs together. */
export async function announceBySound(): Promise<void> {
  // A tab that has seen no gesture plays nothing, and leaves the tone to another one.
  if (readStoredText(choiceName) !== 'on' || !hasBeenActive()) return
  const now = Date.now()
  // A clock that was set back must not silence the tone for long.
  if (Math.abs(now - Number(readStoredText(lastToneName))) < pauseMs) return
  keepStoredText(lastToneName, String(now))
  await playTone()
}

/** Plays the tone. Returns false if the browser plays none, as before the first click on a page. */
export async function playTone(): Promise<boolean> {
  if (!('AudioContext' in window) || !hasBeenActive()) return false
  const context = (audio ??= new AudioContext())
  // The browser may leave this promise open. A tone that was begun in the meantime would sound much later.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))])
  if (context.state !== 'running') return false
  ring(context)
  return true
}

/** True if the browser lets this tab play. Without a gesture it plays nothing, and complains in its log. */
const hasBeenActive = () => (navigator as Partial<Navigator>).userActivation?.hasBeenActive ?? true

const choiceName = 'request-sound'
const lastToneName = 'request-sound-at'
const pauseMs = 5000
const toneSeconds = 0.5
/** A fifth upwards: E and B. */
const pitches = [659.25, 987.77]

let audio: AudioContext | undefined

/** Plays two soft notes, one after the other. */
function ring(context: AudioContext): void {
  const noteSeconds = toneSeconds / pitches.length
  for (const [index, pitch] of pitches.entries()) {
    const start = context.currentTime + index * noteSeconds
    const note = context.createOscillator()
    const loudness = context.createGain()
    note.frequency.value = pitch
    // A note that begins or ends at once makes a click.
    loudness.gain.setValueAtTime(0, start)
    loudness.gain.linearRampToValueAtTime(0.2, start + 0.02)
    loudness.gain.linearRampToValueAtTime(0, start + noteSeconds)
    note.connect(loudness).connect(context.destination)
    note.start(start)
    note.stop(start + noteSeconds)
  }
}
