import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { getToast, subscribeToToast } from '../../ui/toast.ts'

/**
 * Holds the messages. What shows them is loaded once the first page is there, which does not wait for it, or with the
 * first message. Where it could not be loaded, the next message tries again.
 */
export function ToastDock() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const shown = useSyncExternalStore(subscribeToToast, getToast)
  const isLoaded = Toaster !== undefined
  useEffect(() => {
    if (isLoaded) return undefined
    const load = () => {
      import('../../ui/toaster.tsx').then(
        (loaded) => setToaster(() => loaded.Toaster),
        (error: unknown) => console.warn('Messages cannot be shown', error),
      )
    }
    if (!shown) return whenIdle(load)
    load()
    return undefined
  }, [isLoaded, shown])
  return Toaster ? <Toaster /> : null
}
