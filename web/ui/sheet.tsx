import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'
import { scrimStyles } from './dialog-parts.tsx'
import { IconButton } from './icon-button.tsx'
import { ScrollLock } from './scroll-lock.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  side?: 'start' | 'end' | undefined
  closeLabel?: string
  className?: string | undefined
  children: ReactNode
}

/** A panel that slides over from one side of the page. */
export function Sheet({
  open,
  onOpenChange,
  title,
  side = 'end',
  closeLabel = t('Close'),
  className,
  children,
}: SheetProps) {
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Content
          {...returnFocus}
          aria-describedby={undefined}
          className={cn(
            'fixed inset-y-0 z-50 flex w-[min(100%,384px)] flex-col bg-surface focus-visible:outline-none',
            'data-[state=open]:animate-side-in data-[state=closed]:animate-side-out',
            side === 'start'
              ? 'start-0 [--from-start:1] rtl:[--from-start:-1]'
              : 'end-0 [--from-start:-1] rtl:[--from-start:1]',
            scrimStyles,
            className,
          )}
        >
          <ScrollLock />
          <div className="flex h-topbar flex-none items-center justify-between border-b border-line ps-5 pe-2">
            <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={closeLabel} className="ms-auto">
                <X aria-hidden="true" />
              </IconButton>
            </Primitive.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
