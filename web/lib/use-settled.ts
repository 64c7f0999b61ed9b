import { useEffect, useState } from 'react'

const typingPauseMs = 300

/** A text once it has not changed for so long; the first one at once. */
export function useSettled(text: string, pauseMs = typingPauseMs): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
