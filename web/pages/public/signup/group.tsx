import type { ReactNode } from 'react'

interface SignupGroupProps {
  step: number
  title: string
  children: ReactNode
}

/** One of the three parts of the form. */
export function SignupGroup({ step, title, children }: SignupGroupProps) {
  return (
    <fieldset className="rounded-3 border border-line bg-surface p-5 sm:p-6">
      {/* The legend floats, because browsers otherwise set it on the border. */}
      <legend className="float-start w-full text-lg font-semibold">
        <span className="text-ink-3">{step}.</span> {title}
      </legend>
      <div className="clear-both grid gap-x-4 gap-y-5 pt-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}
