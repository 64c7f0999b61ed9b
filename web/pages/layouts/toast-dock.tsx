import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { getToast, subscribeToToast } from '../../ui/toast.ts'

/**
 * Holds the messages. What shows them is loaded once the first page is there, which does not wait for it; one that comes
 * earlier is shown as soon as it can be. Where it could not be loaded, the next message tries again.
 */
export function ToastDock() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const shown = useSyncExternalStore(subscribeToToast, getToast)
  useEffect(() => {
    if (Toaster) return
    import('../../ui/toaster.tsx').then(
      (loaded) => setToaster(() => loaded.Toaster),
      (error: unknown) => console.warn('Messages cannot be shown', error),
    )
  }, [Toaster, shown])
  return Toaster ? <Toaster /> : null
}
