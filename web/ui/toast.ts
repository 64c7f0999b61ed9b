export interface ToastOptions {
  title: string
  description?: string | undefined
  /** A sentence below the description. */
  more?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  action?: ToastAction | undefined
}

export interface ToastAction {
  label: string
  onClick: () => void
}

export interface Toast extends ToastOptions {
  id: number
  isOpen: boolean
}

/**
 * Shows a message for five seconds. Only one shows at a time, and replaces the one before. It must not be used while a
 * modal dialog is open.
 */
export function toast(options: ToastOptions): number {
  const id = ++lastId
  show({ ...options, id, isOpen: true })
  return id
}

/** Closes a toast, unless another one has replaced it already. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return
  show({ ...current, isOpen: false })
}

export function getToast(): Toast | null {
  return current
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let lastId = 0
let current: Toast | null = null
const listeners = new Set<() => void>()

function show(next: Toast) {
  current = next
  for (const listener of listeners) listener()
}
