import { useSyncExternalStore } from 'react'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'
import { getToast, subscribeToToast } from '../../ui/toast.ts'

const LateToaster = loadWhenNeeded(async () => (await import('../../ui/toaster.tsx')).Toaster, { always: 'soon' })

/** Holds the messages. The component that shows them loads after the first page, or with the first message. */
export function ToastDock() {
  const shown = useSyncExternalStore(subscribeToToast, getToast)
  return <LateToaster isNeeded={shown} props={{}} />
}
