import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface PopoverProps {
  trigger: ReactNode
  /** The accessible name of the panel. */
  label: string
  align?: 'start' | 'center' | 'end' | undefined
  className?: string | undefined
  children: ReactNode
}

/** Wrap it around a button that closes the panel. */
export const PopoverClose = Primitive.Close

/** A small panel beside the button that opened it. */
export function Popover({ trigger, label, align = 'center', className, children }: PopoverProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            'z-50 w-[min(320px,calc(100vw-1.5rem))] rounded-3 border border-line bg-raised dark:border-transparent p-4 shadow-2 focus-visible:outline-none',
            'data-[state=closed]:animate-menu-out data-[state=open]:animate-menu-in',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
