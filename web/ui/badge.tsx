import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export type Tone = NonNullable<VariantProps<typeof badgeStyles>['tone']>

interface BadgeProps extends ComponentProps<'span'>, VariantProps<typeof badgeStyles> {}

/** A word on a soft ground. Colour must not be the only sign: put an icon before the word if the tone has a meaning. */
export function Badge({ tone, className, ...props }: BadgeProps) {
  return <span {...props} className={cn(badgeStyles({ tone }), className)} />
}

const badgeStyles = cva(
  'inline-flex h-6 flex-none items-center gap-1.5 rounded-1 px-2 text-2xs font-semibold whitespace-nowrap [&>svg]:size-3 [&>svg]:stroke-[2.25]',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-ink-2',
        brand: 'bg-brand-soft text-on-brand-soft',
        brass: 'bg-brass-soft text-brass-ink',
        ok: 'bg-ok-soft text-ok',
        wait: 'bg-wait-soft text-wait',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)
