import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMedia } from '../../../ui/use-media.ts'
import { buyErrors } from './buy-errors.ts'
import { buySteps, type BuyStep } from './search.ts'
import type { BuyForm } from './use-buy-form.ts'

const narrowScreen = '(max-width: 39.99rem)'

/**
 * The step of the purchase that the member is at. The address holds it, so that Back on a phone leads to the step
 * before. A narrow screen shows one step at a time. A wider one shows all steps together, except for the review.
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
    // While another page opens, this one is still there for a moment, and must not navigate back to itself.
    if (reached === asked || history.location.pathname !== '/dashboard/buy') return
    // A fault of the slip found by the server leads back to the step with the slip.
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

/** Returns the first step with a missing or faulty part, or the review. */
function furthestStep({ draft, chosen, isLocked, faults, quote }: BuyForm, isUploading: boolean): BuyStep {
  const missing = buyErrors(draft, chosen, isLocked)
  if (missing.package ?? missing.amount ?? faults.package ?? faults.amount ?? quote.refusal) return 'amount'
  const lacksSlip = isUploading || (missing.slip ?? missing.hash ?? faults.slip ?? faults.hash)
  return lacksSlip ? 'slip' : 'review'
}

function earlier(a: BuyStep, b: BuyStep): BuyStep {
  return buySteps.indexOf(a) < buySteps.indexOf(b) ? a : b
}

/** Moves the focus to the heading of a new view, so that screen readers announce it. */
function useHeadingFocus(view: BuyStep, step: BuyStep) {
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    document.getElementById(`buy-${step}`)?.focus({ preventScroll: true })
  }, [view, step])
}
