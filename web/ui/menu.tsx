import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { direction } from '../../contract/translate.ts'
import { cn } from './cn.ts'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  align?: 'start' | 'end' | undefined
  children: ReactNode
}

/** A menu. The page behind stays usable and scrollable, so no scroll lock is needed. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <Primitive.Root modal={false} dir={direction}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-3 border border-line bg-raised dark:border-transparent p-1.5 shadow-2 data-[state=closed]:animate-menu-out data-[state=open]:animate-menu-in"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface MenuItemProps extends ComponentProps<typeof Primitive.Item> {
  tone?: 'bad' | undefined
}

export function MenuItem({ tone, className, ...props }: MenuItemProps) {
  return (
    <Primitive.Item
      {...props}
      className={cn(
        'flex min-h-9 items-center gap-3 rounded-2 px-2.5 no-underline outline-none select-none pointer-coarse:min-h-11 [&>svg]:size-[18px]',
        tone === 'bad'
          ? 'text-bad data-highlighted:bg-bad-soft'
          : 'text-ink data-highlighted:bg-brand-soft data-highlighted:text-on-brand-soft',
        'data-disabled:text-ink-3',
        className,
      )}
    />
  )
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label {...props} className={cn('px-2.5 py-1.5 text-sm text-ink-2', className)} />
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1.5 h-px bg-line" />
}
