import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field.tsx'

interface TextInputProps extends ComponentProps<'input'> {
  /** A unit or a mark before the text, e.g. an icon. */
  lead?: ReactNode
  /** A unit or a small button after the text. */
  trail?: ReactNode
}

export function TextInput({ className, lead, trail, ...props }: TextInputProps) {
  const control = useFieldControl()
  if (lead == null && trail == null) {
    return <input type="text" {...control} {...props} className={cn(controlStyles, 'px-3', className)} />
  }
  return (
    <div className={cn(controlStyles, controlFrameStyles, 'flex items-center gap-2 px-3', className)}>
      {lead != null && <span className="flex-none text-ink-3">{lead}</span>}
      <input type="text" {...control} {...props} className={bareControlStyles} />
      {trail != null && <span className="flex-none text-ink-3">{trail}</span>}
    </div>
  )
}

/** The look of all controls that take typed or chosen input. */
export const controlStyles = cn(
  'h-control w-full min-w-0 rounded-2 border border-line-strong bg-surface text-ink',
  'transition-colors duration-(--dur-1) placeholder:text-ink-3 hover:border-ink-2',
  'aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad has-aria-invalid:border-bad has-aria-invalid:ring-1 has-aria-invalid:ring-bad',
  'disabled:bg-sunken disabled:text-ink-3 disabled:hover:border-line-strong [&[readonly]]:bg-sunken',
)

/** The look of a frame with an input and other content. The frame shows the focus; the input inside does not. */
export const controlFrameStyles =
  'has-[input[readonly]]:bg-sunken has-[input:disabled]:bg-sunken has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus'

export const bareControlStyles =
  'h-full w-full min-w-0 flex-1 bg-transparent placeholder:text-ink-3 focus-visible:outline-none disabled:text-ink-3'
