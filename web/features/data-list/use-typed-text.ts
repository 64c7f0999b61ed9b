import { useEffect, useState, type FormEvent } from 'react'

const typingPauseMs = 250

interface TypedTextOptions {
  /** What the list is narrowed down to now. */
  applied: string
  apply: (text: string) => void
  /** What a text asks for; null while it is not finished or makes no sense. */
  read?: (text: string) => string | null
  /** How what is asked for stands in the field. */
  show?: (applied: string) => string
}

/** The text of a field that narrows a list down. It is asked for once the typing pauses, or at once by Enter. */
export function useTypedText({ applied, apply, read = trimmed, show = asIs }: TypedTextOptions) {
  const [typed, setTyped] = useState({ text: show(applied), asked: applied, seen: applied })
  if (typed.seen !== applied) {
    // The answer to what was asked leaves the field alone; Back, or a link, has led to another question.
    setTyped({ text: typed.asked === applied ? typed.text : show(applied), asked: applied, seen: applied })
  }

  const { text, asked } = typed
  const meant = read(text)
  const ask = () => {
    if (meant === null || meant === asked) return
    setTyped((before) => ({ ...before, asked: meant }))
    apply(meant)
  }
  useEffect(() => {
    if (meant === null || meant === asked) return
    const timer = setTimeout(ask, typingPauseMs)
    return () => clearTimeout(timer)
  })

  return {
    text,
    isUnreadable: meant === null,
    write: (next: string) => setTyped((before) => ({ ...before, text: next })),
    /** Without the pause: whoever leaves the field is done, and a sheet may close and take it along. */
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
