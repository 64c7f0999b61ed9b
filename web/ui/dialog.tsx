import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'
import { DialogBody, dialogStyles } from './dialog-parts.tsx'
import { IconButton } from './icon-button.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** The buttons, the main one first. On phones they share the width. */
  footer?: ReactNode
  closeLabel?: string
  /** The element that has the focus first: the first control, or the title if it should be read before. */
  firstFocus?: 'control' | 'title' | undefined
  /** Called when the dialog is gone and the focus is back on the page, so that a toast can be shown. */
  onClosed?: (() => void) | undefined
  className?: string | undefined
  children?: ReactNode
}

/**
 * A modal question or form, 440 px wide, and a sheet from below on phones. The focus stays inside until it closes, and
 * then returns.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  closeLabel = t('Close'),
  firstFocus = 'control',
  onClosed,
  className,
  children,
}: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const heading = useRef<HTMLHeadingElement>(null)
  const begin = (event: Event) => {
    onOpenAutoFocus()
    if (firstFocus === 'control') return
    event.preventDefault()
    heading.current?.focus()
  }
  const finish = (event: Event) => {
    onCloseAutoFocus(event)
    onClosed?.()
  }
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Content
          onOpenAutoFocus={begin}
          onCloseAutoFocus={finish}
          className={cn(dialogStyles, className)}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <DialogBody
            title={
              <Primitive.Title ref={heading} tabIndex={-1} className="text-lg font-semibold">
                {title}
              </Primitive.Title>
            }
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
