import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonStyles> {
  /** Shows a spinner beside the text, keeps the width and ignores clicks. */
  busy?: boolean | undefined
  /** Gives the look to the child, for a link that acts like a button. */
  asChild?: boolean | undefined
}

export function Button({ variant, size, busy = false, asChild = false, className, children, ...props }: ButtonProps) {
  const look = cn(buttonStyles({ variant, size }), className)
  if (asChild) {
    return (
      <Slot.Root className={look} {...props}>
        {children}
      </Slot.Root>
    )
  }

  const isBlocked = busy || props['aria-disabled'] === true || props['aria-disabled'] === 'true'
  return (
    <button
      type="button"
      {...props}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? blockClick : props.onClick}
    >
      {busy && <Spinner className={spinnerStyles} />}
      {children}
    </button>
  )
}

// The spinner takes the place of the icon or, without one, stands in the padding.
const spinnerStyles = 'size-3.5 -ms-[11px] [:has(>svg)>&]:ms-0 [:has(>svg)>&]:size-[18px]'

/** A busy button stays focusable, so it has to refuse both its own click and the submit that follows from it. */
function blockClick(event: MouseEvent) {
  event.preventDefault()
}

export const buttonStyles = cva(
  [
    'inline-flex items-center justify-center gap-2 rounded-2 border border-transparent font-semibold whitespace-nowrap',
    'no-underline transition-colors duration-(--dur-1) select-none',
    'aria-disabled:opacity-60 disabled:opacity-60 [&>svg]:size-[18px]',
    // A busy button hides its icon for the spinner. Without an icon, the spinner's width comes from the padding.
    'aria-busy:[&>svg]:hidden',
    "[&[aria-busy]:not(:has(>svg))]:after:-ms-[19px] [&[aria-busy]:not(:has(>svg))]:after:content-['']",
  ],
  {
    variants: {
      variant: {
        primary: 'bg-brand text-on-brand hover:not-aria-disabled:bg-brand-hover',
        ghost: 'border-line-strong text-ink hover:not-aria-disabled:bg-sunken',
        quiet: 'text-link hover:not-aria-disabled:bg-brand-soft hover:not-aria-disabled:text-on-brand-soft',
        bad: 'border-bad text-bad hover:not-aria-disabled:bg-bad-soft',
        'bad-solid': 'bg-bad-solid text-on-bad-solid hover:not-aria-disabled:opacity-90',
        brass: 'bg-coin text-on-coin hover:not-aria-disabled:bg-coin-hover',
        'on-petrol': 'border-petrol-line text-on-petrol hover:not-aria-disabled:bg-on-petrol/10',
      },
      size: {
        sm: 'h-compact px-3 text-sm [&>svg]:size-4',
        md: 'h-control px-4',
        lg: 'h-touch px-6',
      },
    },
    compoundVariants: [
      { variant: 'quiet', size: 'sm', className: 'px-2' },
      { variant: 'quiet', size: 'md', className: 'px-2.5' },
    ],
    defaultVariants: { variant: 'primary', size: 'md' },
  },
)
