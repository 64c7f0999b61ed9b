import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMedia } from '../../ui/use-media.ts'
import { buyFaults } from './buy-faults.ts'
import { buySteps, type BuyStep } from './buy-steps.ts'
import type { BuyForm } from './use-buy-form.ts'

const narrowScreen = '(max-width: 39.99rem)'

/**
 * Where somebody is on the way to a request. It stands in the address, so that the way back of a phone leads to the step
 * before. A narrow screen shows one step at a time, a wider one all but the review together.
 */
export function useBuyStep(form: BuyForm) {
  const { step: asked = 'amount' } = useSearch({ from: '/dashboard/buy' })
  const navigate = useNavigate()
  const { history } = useRouter()
  const isPhone = useMedia(narrowScreen)
  const step = shownStep(asked, furthestStep(form), isPhone)

  const go = (next: BuyStep, replace = false) =>
    void navigate({ to: '/dashboard/buy', search: next === 'amount' ? {} : { step: next }, replace })
  const correctAddress = useEffectEvent(() => {
    // On the way to another page this one is still there for a moment, and must not call the person back.
    if (step !== asked && history.location.pathname === '/dashboard/buy') go(step, true)
  })
  useEffect(() => correctAddress(), [step, asked])
  useHeadingFocus(step)

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
function furthestStep({ draft, chosen, isLocked, faults, slip, quote }: BuyForm): BuyStep {
  const missing = buyFaults(draft, chosen, isLocked)
  if (missing.package ?? missing.amount ?? faults.package ?? faults.amount ?? quote.refusal) return 'amount'
  const lacksSlip = slip.progress !== undefined || (missing.slip ?? missing.hash ?? faults.slip ?? faults.hash)
  return lacksSlip ? 'slip' : 'review'
}

function shownStep(asked: BuyStep, furthest: BuyStep, isPhone: boolean): BuyStep {
  const index = Math.min(buySteps.indexOf(asked), buySteps.indexOf(furthest))
  const step = buySteps[index] ?? 'amount'
  return isPhone || step === 'review' ? step : 'amount'
}

/** Whoever cannot see that the step has changed hears its heading. */
function useHeadingFocus(step: BuyStep) {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    document.getElementById(`buy-${step}`)?.focus({ preventScroll: true })
  }, [step])
}
