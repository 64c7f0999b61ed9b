import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { buyErrors } from './buy-errors.ts'
import { buySteps, type BuyStep } from '../../../features/requests/buy-steps.ts'
import type { BuyForm } from './use-buy-form.ts'

const narrowScreen = '(max-width: 39.99rem)'

/**
 * Where somebody is on the way to a request. It stands in the address, so that the way back of a phone leads to the step
 * before. A narrow screen shows one step at a time, a wider one all but the review together.
 */
export function useBuyStep(form: BuyForm, isUploading: boolean) {
  const { step: asked = 'amount' } = useSearch({ from: '/dashboard/buy' })
  const navigate = useNavigate()
  const { history } = useRouter()
  const isPhone = useMedia(narrowScreen)
  const reached = earlier(asked, furthestStep(form, isUploading))
  const step = isPhone || reached === 'review' ? reached : 'amount'

  const go = (next: BuyStep, replace = false) =>
    void navigate({ to: '/dashboard/buy', search: next === 'amount' ? {} : { step: next }, replace })
  const correctAddress = useEffectEvent(() => {
    // On the way to another page this one is still there for a moment, and must not call the person back.
    if (reached === asked || history.location.pathname !== '/dashboard/buy') return
    // What the server found wrong with the slip leads back to where the slip was chosen.
    if (reached === 'slip' && history.canGoBack()) history.back()
    else go(reached, true)
  })
  useEffect(() => correctAddress(), [reached, asked])
  useHeadingFocus(step, reached)

  return {
    step,
    isPhone,
    go,
    back: () => {
      const before = isPhone ? buySteps[buySteps.indexOf(step) - 1] : 'amount'
      if (history.canGoBack()) history.back()
      else go(before ?? 'amount', true)
    },
  }
}

export type BuySteps = ReturnType<typeof useBuyStep>

/** The first step that still lacks something, or has something wrong. */
function furthestStep({ draft, chosen, isLocked, faults, quote }: BuyForm, isUploading: boolean): BuyStep {
  const missing = buyErrors(draft, chosen, isLocked)
  if (missing.package ?? missing.amount ?? faults.package ?? faults.amount ?? quote.refusal) return 'amount'
  const lacksSlip = isUploading || (missing.slip ?? missing.hash ?? faults.slip ?? faults.hash)
  return lacksSlip ? 'slip' : 'review'
}

function earlier(a: BuyStep, b: BuyStep): BuyStep {
  return buySteps.indexOf(a) < buySteps.indexOf(b) ? a : b
}

/** Whoever cannot see that another view has come hears the heading of what they are to look at. */
function useHeadingFocus(view: BuyStep, step: BuyStep) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    document.getElementById(`buy-${step}`)?.focus({ preventScroll: true })
  }, [view, step])
}
