import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { readAround } from './conversation.ts'
import type { MessageWindow } from './message-window.ts'

/** For this long after a message came into sight, other reasons to scroll wait. */
const settleMs = 300

/**
 * Reads the message that a link points at. `isSeeking` is true until it has been in sight, or cannot be; the list may not jump
 * meanwhile. `isMissing` is true once the server has said that there is no such message.
 */
export function useSeeking(userId: string, foundNumber: number | undefined) {
  const [settled, setSettled] = useState<number>()
  const [missing, setMissing] = useState<number>()
  useEffect(() => {
    if (foundNumber === undefined) return undefined
    let isLeft = false
    // A message that is not there never comes into sight, so nothing waits for it.
    const giveUp = () => !isLeft && setSettled(foundNumber)
    const end = (isThere: boolean) => {
      if (isThere || isLeft) return
      setMissing(foundNumber)
      giveUp()
    }
    void readAround(userId, foundNumber).then(end, giveUp)
    return () => {
      isLeft = true
    }
  }, [userId, foundNumber])
  const isLinked = foundNumber !== undefined
  return {
    isSeeking: isLinked && settled !== foundNumber,
    isMissing: isLinked && missing === foundNumber,
    settle: () => setSettled(foundNumber),
  }
}

/** Scrolls to the message once it is there. It comes after other hooks that scroll, as the last one counts. */
export function useScrollToFound(
  box: RefObject<HTMLElement | null>,
  { window, foundNumber, settle }: { window: MessageWindow; foundNumber: number | undefined; settle: () => void },
): void {
  const isShown = window.messages.some(({ number }) => number === foundNumber)
  const end = useEffectEvent(settle)
  useLayoutEffect(() => {
    if (!isShown) return undefined
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
    const timer = setTimeout(() => end(), settleMs)
    return () => clearTimeout(timer)
  }, [box, isShown, foundNumber])
}
