import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `onKey` for each key that is pressed anywhere on the page, from the moment in which the caller is drawn. An ordinary effect
 * comes later, and a busy machine loses the first key. With `isFirst`, no other part of the page meets a key before.
 */
export function useKeys(onKey: (event: KeyboardEvent) => void, { isOn = true, isFirst = false } = {}): void {
  const press = useEffectEvent(onKey)
  useLayoutEffect(() => {
    if (!isOn) return
    const hear = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', hear, { capture: isFirst })
    return () => document.removeEventListener('keydown', hear, { capture: isFirst })
  }, [isOn, isFirst])
}
