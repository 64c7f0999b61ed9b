import { useEffect, useEffectEvent } from 'react'
import { focusQueueRow } from './queue-row.tsx'

/** J and K lead from anywhere on the page to a row of the queue, where all keys work, unless something is being typed. */
export function useQueueEntry(rowId: string | undefined, isOn: boolean): void {
  const enter = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event
    // In the queue itself the key has done its work already. A browser that fills a field in by itself names no key.
    if (!isOn || defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return
    if (!['j', 'k'].includes(key?.toLowerCase()) || isTaken(event.target)) return
    if (rowId !== undefined && focusQueueRow(rowId)) event.preventDefault()
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
    document.querySelector('[role=dialog], [role=alertdialog]') !== null
  )
}
