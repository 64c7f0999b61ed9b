import { AlertDialog as Primitive } from 'radix-ui'
import type { KeyboardEvent as ReactKeyboardEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { DialogBody, dialogStyles } from './dialog-parts.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface AlertDialogProps {
  open: boolean
  /** Called when the safe button or Esc closes the dialog. A click outside does nothing. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** The text of the safe button, which has the focus first. */
  safeLabel: string
  /**
   * The look of the safe button. A primary one, which most people want, also stands first, for the eye and the Tab key.
   */
  safeVariant?: 'ghost' | 'primary' | undefined
  /** The button that acts. The dialog stays open until the caller closes it, so that a failure can be shown inside. */
  action: ReactNode
  /**
   * The element that has the focus first: the safe button, or the element with `data-dialog-action` if a key opened the
   * dialog.
   */
  firstFocus?: 'safe' | 'action' | undefined
  /** Called when the dialog is gone and the focus is back on the page, so that a toast can be shown. */
  onClosed?: (() => void) | undefined
  /** Handles keys that work wherever the focus is inside the dialog. */
  onKeyDown?: ((event: ReactKeyboardEvent) => void) | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A dialog for a decision that must be made, for example deleting, approving or extending a session. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  description,
  safeLabel,
  safeVariant = 'ghost',
  action,
  firstFocus = 'safe',
  onClosed,
  onKeyDown,
  className,
  children,
}: AlertDialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  const safe = (
    <Primitive.Cancel asChild>
      <Button data-dialog-safe variant={safeVariant}>
        {safeLabel}
      </Button>
    </Primitive.Cancel>
  )
  const begin = (event: Event) => {
    onOpenAutoFocus()
    if (firstFocus === 'safe' || !(event.currentTarget instanceof HTMLElement)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>('[data-dialog-action]')?.focus()
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
          aria-modal="true"
          onKeyDown={onKeyDown}
          onEscapeKeyDown={keepWhileListIsOpen}
          className={cn(dialogStyles, className)}
        >
          <DialogBody
            title={<Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>}
            description={
              <Primitive.Description asChild>
                <div>{description}</div>
              </Primitive.Description>
            }
            footer={<Buttons safe={safe} action={action} isSafeFirst={safeVariant === 'primary'} />}
          >
            {children}
          </DialogBody>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** While the saved texts of a box are open, Escape closes only them. */
function keepWhileListIsOpen(event: KeyboardEvent): void {
  const dialog = event.target instanceof Element ? event.target.closest('[role=alertdialog]') : null
  if (dialog?.querySelector('[data-slash-list]')) event.preventDefault()
}

function Buttons({ safe, action, isSafeFirst }: { safe: ReactNode; action: ReactNode; isSafeFirst: boolean }) {
  return (
    <>
      {isSafeFirst && safe}
      {action}
      {!isSafeFirst && safe}
    </>
  )
}
