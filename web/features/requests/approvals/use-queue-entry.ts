import { useEffect, useEffectEvent } from 'react'
import { focusQueueRow } from './queue-row.tsx'

/**
 * J and K lead from anywhere on the page to a row of the queue, and the other keys do there what they do in it, unless
 * something is being typed.
 */
export function useQueueEntry(rowId: string | undefined, isOn: boolean, onKey: (key: string) => boolean): void {
  const enter = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event
    const key = event.key?.toLowerCase()
    // In the queue itself the key has done its work already. A browser that fills a field in by itself names no key.
    if (!isOn || defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return
    if (!['j', 'k', 'a', 'r', '?'].includes(key) || isTaken(event.target)) return
    const isEntry = key === 'j' || key === 'k'
    const isDone = isEntry ? rowId !== undefined && focusQueueRow(rowId) : !event.repeat && onKey(key)
    if (isDone) event.preventDefault()
  })
  useEffect(() => {
    const obey = (event: KeyboardEvent) => enter(event)
    document.addEventListener('keydown', obey)
    return () => document.removeEventListener('keydown', obey)
  }, [])
}

/** Letters are typed, or choose something, or belong to a question that has to be answered first. */
function isTaken(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) ||
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  )
}
