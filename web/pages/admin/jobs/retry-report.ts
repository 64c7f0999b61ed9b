import { useRef, useState } from 'react'

/** Hears what came of a click, and whether the focus was on its button. */
export type ReportRetry = (text: string, hadFocus: boolean) => void

/**
 * Keeps what is said above a list, because the row of the button may go. The focus moves from the button to the element that gets
 * `target`.
 */
export function useRetryReport<Target extends HTMLElement>() {
  const [text, setText] = useState('')
  const target = useRef<Target>(null)
  const report: ReportRetry = (next, hadFocus) => {
    setText(next)
    if (hadFocus) target.current?.focus({ preventScroll: true })
  }
  return { text, target, report }
}
