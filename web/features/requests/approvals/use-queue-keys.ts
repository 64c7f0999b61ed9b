import { useKeys } from '../../../lib/use-keys.ts'
import { focusQueueRow } from './queue-row.tsx'

/**
 * Makes the keys of the queue work anywhere on the page, unless text is being typed. J and K move the focus to a row;
 * the other keys do the same as in the queue.
 */
export function useQueueKeys(rowId: string | undefined, isOn: boolean, onKey: (key: string) => boolean): void {
  useKeys((event) => {
    const { ctrlKey, metaKey, altKey, defaultPrevented, isComposing } = event
    const key = event.key?.toLowerCase()
    // In the queue itself the key has been handled already. A browser that fills in a field sends a key event without a
    // key.
    if (!isOn || defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return
    if (!['j', 'k', 'a', 'r', 'x', 'm', 'n', 'escape', '?'].includes(key) || isTaken(event.target)) return
    const isEntry = key === 'j' || key === 'k'
    const isDone = isEntry ? rowId !== undefined && focusQueueRow(rowId) : !event.repeat && onKey(key)
    if (isDone) event.preventDefault()
  })
}

/** True if a letter would be typed, would choose an item, or would reach a dialog that must be answered first. */
function isTaken(target: EventTarget | null): boolean {
  return (
    (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) ||
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
  )
}
