import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { DialogBody, dialogStyles } from './dialog-parts.tsx'
import { IconButton } from './icon-button.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Buttons, the main one first; on phones they share the width. */
  footer?: ReactNode
  closeLabel?: string
  /** Called when the dialog is gone and the focus is back on the page: the moment for a toast. */
  onClosed?: (() => void) | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A modal question or form: 440 px, a sheet from below on phones. Focus goes in, stays in, and returns to where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  closeLabel = 'Close',
  onClosed,
  className,
  children,
}: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const finish = (event: Event) => {
    onCloseAutoFocus(event)
    onClosed?.()
  }
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={finish}
          className={cn(dialogStyles, className)}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <DialogBody
            title={<Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>}
            description={description != null && <Primitive.Description>{description}</Primitive.Description>}
            footer={footer}
          >
            {children}
          </DialogBody>
          <Primitive.Close asChild>
            <IconButton label={closeLabel} size="sm" className="absolute end-3 top-3">
              <X aria-hidden="true" />
            </IconButton>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
