import { useState, type FormEvent } from 'react'
import { useDebouncedCallback } from 'use-debounce'

const typingPauseMs = 250

interface TypedTextOptions {
  /** The value that the list uses now. */
  applied: string
  apply: (text: string) => void
  /** Reads the text as a value; null while it is unfinished or makes no sense. */
  read?: (text: string) => string | null
  /** Writes a value as the text of the field. */
  show?: (applied: string) => string
}

/** Holds the text of a filter field. The list uses it once the typing pauses, or at once after Enter. */
export function useTypedText({ applied, apply, read = trimmed, show = asIs }: TypedTextOptions) {
  const [typed, setTyped] = useState({ text: show(applied), asked: applied, seen: applied })
  if (typed.seen !== applied) {
    // A new value from this field leaves its text alone. A value from elsewhere, such as Back or a link, replaces the
    // text.
    setTyped({ text: typed.asked === applied ? typed.text : show(applied), asked: applied, seen: applied })
  }

  const { text, asked } = typed
  const meant = read(text)
  const ask = () => {
    if (meant === null || meant === asked) return
    setTyped((before) => ({ ...before, asked: meant }))
    apply(meant)
  }
  const askSoon = useDebouncedCallback(ask, typingPauseMs)

  return {
    text,
    isUnreadable: meant === null,
    write: (next: string) => {
      setTyped((before) => ({ ...before, text: next }))
      askSoon()
    },
    /** Applies the text without the pause. The person has left the field, and a sheet may close and remove it. */
    leave: ask,
    askNow: (event: FormEvent) => {
      event.preventDefault()
      ask()
    },
  }
}

function asIs(text: string): string {
  return text
}

function trimmed(text: string): string {
  return text.trim()
}
