import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TooltipProps {
  text: ReactNode
  /** One element that can take the focus. */
  children: ReactNode
}

/** A short text on hover and focus. Fingers cannot hover, so important text belongs into a Popover or onto the page. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-2 bg-ink px-2.5 py-1.5 text-sm text-canvas data-[state=closed]:animate-menu-out data-[state=delayed-open]:animate-menu-in"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
