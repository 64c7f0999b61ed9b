import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import { readAround } from './conversation.ts'
import type { MessageWindow } from './message-window.ts'

/** For this long after a message came into sight, other reasons to scroll wait. */
const settleMs = 300

/**
 * Reads the message that a link points at. Returns true until it has been in sight, or is known to be missing; the list may
 * not jump meanwhile.
 */
export function useSeeking(userId: string, foundNumber: number | undefined) {
  const [settled, setSettled] = useState<number>()
  useEffect(() => {
    if (foundNumber === undefined) return undefined
    let isLeft = false
    // A message that is not there never comes into sight, so nothing waits for it.
    const end = (isThere: boolean) => !isThere && !isLeft && setSettled(foundNumber)
    void readAround(userId, foundNumber).then(end, () => end(false))
    return () => {
      isLeft = true
    }
  }, [userId, foundNumber])
  return { isSeeking: foundNumber !== undefined && settled !== foundNumber, settle: () => setSettled(foundNumber) }
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
