import type { ReactNode } from 'react'
import { ScrollLock } from './scroll-lock.tsx'

interface DialogBodyProps {
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

/** The content of Dialog and AlertDialog. */
export function DialogBody({ title, description, footer, children }: DialogBodyProps) {
  return (
    <>
      <ScrollLock />
      <div className="grid gap-2 pe-10">
        {title}
        {description && <div className="text-ink-2">{description}</div>}
      </div>
      {children}
      {footer && <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">{footer}</div>}
    </>
  )
}

/** The scrim is the dialog's own shadow, spread over the page. It fades with the dialog and needs no second element. */
export const scrimStyles = 'shadow-[var(--shadow-3),0_0_0_100vmax_var(--scrim)]'

export const dialogStyles = [
  'fixed z-50 grid gap-5 overflow-y-auto overscroll-contain bg-raised p-6 focus-visible:outline-none',
  'inset-x-0 top-1/2 mx-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-auth -translate-y-1/2 rounded-3',
  'max-sm:top-auto max-sm:bottom-0 max-sm:w-full max-sm:max-w-none max-sm:translate-y-0 max-sm:rounded-b-none max-sm:pb-[calc(1.5rem+env(safe-area-inset-bottom))]',
  'data-[state=open]:animate-dialog-in data-[state=closed]:animate-dialog-out max-sm:data-[state=open]:animate-sheet-in max-sm:data-[state=closed]:animate-sheet-out',
  scrimStyles,
]
