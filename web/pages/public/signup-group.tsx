import type { ReactNode } from 'react'

interface SignupGroupProps {
  step: number
  title: string
  children: ReactNode
}

/** One of the three parts of the form. */
export function SignupGroup({ step, title, children }: SignupGroupProps) {
  return (
    <fieldset className="rounded-3 border border-line bg-surface px-5 pb-6 sm:px-6">
      <legend className="-ms-2 px-2 text-lg font-semibold">
        <span className="text-ink-3">{step}.</span> {title}
      </legend>
      <div className="mt-2 grid gap-x-4 gap-y-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
