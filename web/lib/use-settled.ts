import { useEffect, useState } from 'react'

const typingPauseMs = 300

/** Returns the text once it has not changed for `pauseMs`, and the first text at once. */
export function useSettled(text: string, pauseMs = typingPauseMs): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
