import { useRef } from 'react'
import { followRequestText } from '../../../contract/texts.ts'
import { useIsUnmounted } from '../../lib/use-is-unmounted.ts'
import { dismissToast, toast } from '../../ui/toast.ts'

interface RefusalText {
  title: string
  description: string | undefined
}

/** Tells the member the outcome of a request, also after the member has left the page. */
export function useOutcomeToasts(acceptedTitle: string) {
  const waiting = useRef<RefusalText>(null)
  const shown = useRef(0)
  const isGone = useIsUnmounted()
  const showRefusal = () => {
    if (!waiting.current) return false
    shown.current = toast({ ...waiting.current, variant: 'destructive' })
    waiting.current = null
    return true
  }
  return {
    tellAccepted: () => {
      if (isGone()) toast({ title: acceptedTitle, description: followRequestText })
      // The screen that takes the place of the form is read from its heading on.
      else window.scrollTo({ top: 0 })
    },
    /** A toast cannot be reached behind an open dialog, so a refusal waits until the page calls `showRefusal`. */
    holdRefusal: (text: RefusalText) => {
      waiting.current = text
      if (isGone()) showRefusal()
    },
    /** Shows the refusal that waits. Returns true if there was one. */
    showRefusal,
    dismissRefusal: () => dismissToast(shown.current),
  }
}
