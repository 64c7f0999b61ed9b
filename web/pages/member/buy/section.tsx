import type { ReactNode } from 'react'
import { buySteps, type BuyStep } from './search.ts'

interface BuySectionProps {
  step: BuyStep
  title: string
  children: ReactNode
}

/** One step of a purchase. Its heading takes the focus when the step opens. */
export function BuySection({ step, title, children }: BuySectionProps) {
  return (
    <section aria-labelledby={`buy-${step}`} className="grid gap-4 rounded-3 border border-line bg-surface p-5 sm:p-6">
      <h2 id={`buy-${step}`} tabIndex={-1} className="text-lg font-semibold focus-visible:outline-none">
        {buySteps.indexOf(step) + 1}. {title}
      </h2>
      {children}
    </section>
  )
}
