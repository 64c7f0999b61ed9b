import { useState, type ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface CodesDialogProps {
  /** Undefined until the server has made them; the children are shown until then. */
  codes: readonly string[] | undefined
  /** True if the dialog is done without codes, and closes. */
  isDone?: boolean
  title: string
  description: string
  submit: ReactNode
  isBusy: boolean
  firstFocus?: 'control' | 'title'
  onClosed: () => void
  children: ReactNode
}

/** A dialog that ends with recovery codes. It closes only after the person says that they are saved. */
export function CodesDialog({
  codes,
  isDone = false,
  title,
  description,
  submit,
  isBusy,
  firstFocus,
  onClosed,
  children,
}: CodesDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isSaved, setIsSaved] = useState(false)
  const [fault, setFault] = useState<string>()
  const close = () => {
    if (isBusy) return
    if (codes && !isSaved) return setFault(t('They are shown this once. Please save them first, and say so here.'))
    setIsOpen(false)
  }
  const save = (saved: boolean) => {
    setIsSaved(saved)
    setFault(undefined)
  }
  return (
    <Dialog
      open={isOpen && !isDone}
      onOpenChange={(open) => !open && close()}
      onClosed={onClosed}
      firstFocus={firstFocus}
      title={codes ? t('Your recovery codes') : title}
      description={
        codes
          ? t(
              'Each of them lets you log in once without the authenticator app or a passkey. They are shown only now: keep them where you keep your passwords.',
            )
          : description
      }
      footer={
        codes ? (
          <Button onClick={close}>{t('Done')}</Button>
        ) : (
          <>
            {submit}
            <Button variant="ghost" aria-disabled={isBusy || undefined} onClick={close}>
              {t('Cancel')}
            </Button>
          </>
        )
      }
    >
      {codes ? <RecoveryCodes codes={codes} isSaved={isSaved} onSaved={save} fault={fault} /> : children}
    </Dialog>
  )
}
