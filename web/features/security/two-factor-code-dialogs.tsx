import { useId, useState } from 'react'
import { t } from '../../../contract/translate.ts'
import { disableTwoFactor, renewRecoveryCodes } from '../../../contract/endpoints/two-factor.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { readTwoFactorAgain } from './security-queries.ts'
import { CodesDialog } from './two-factor-codes-dialog.tsx'
import { useCodeForm } from './use-code-form.ts'

interface TwoFactorOffDialogProps {
  /** True if passkeys are left. */
  hasPasskey: boolean
  onClosed: (isOff: boolean) => void
}

/** Removes the app, with one of its codes or a recovery code. Without passkeys, this turns the second factor off. */
export function TwoFactorOffDialog({ hasPasskey, onClosed }: TwoFactorOffDialogProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [isOff, setIsOff] = useState(false)
  const formId = useId()
  const form = useCodeForm(
    (code) => call(disableTwoFactor, { body: { code } }),
    () => {
      setIsOff(true)
      setIsOpen(false)
    },
  )
  const finish = () => {
    if (isOff) {
      toast({ title: hasPasskey ? t('The app is removed') : t('Two-factor authentication is off') })
      readTwoFactorAgain()
    }
    onClosed(isOff)
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !form.isPending && setIsOpen(open)}
      onClosed={finish}
      title={hasPasskey ? t('Remove the authenticator app') : t('Turn off two-factor authentication')}
      description={
        hasPasskey
          ? t('After this you log in with a passkey, or with a recovery code besides your password.')
          : t('After this your password alone is enough to log in.')
      }
      footer={
        <>
          <Button type="submit" form={formId} variant="bad-solid" busy={form.isPending}>
            {form.isPending ? t('Turning off...') : hasPasskey ? t('Remove') : t('Turn off')}
          </Button>
          <Button variant="ghost" aria-disabled={form.isPending || undefined} onClick={() => setIsOpen(false)}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <CodeForm id={formId} form={form} />
    </Dialog>
  )
}

/** Makes new recovery codes, for a code of the authenticator app. The old ones stop working. */
export function NewCodesDialog({ onClosed }: { onClosed: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const formId = useId()
  const form = useCodeForm(
    (code) => call(renewRecoveryCodes, { body: { code } }),
    (answer) => {
      setCodes(answer.recovery_codes)
      readTwoFactorAgain()
    },
  )
  return (
    <CodesDialog
      codes={codes}
      title={t('New recovery codes')}
      description={t('The recovery codes you have now stop working.')}
      submit={
        <Button type="submit" form={formId} busy={form.isPending}>
          {form.isPending ? t('Making them...') : t('Make new codes')}
        </Button>
      }
      isBusy={form.isPending}
      onClosed={onClosed}
    >
      <CodeForm id={formId} form={form} hasRecovery={false} />
    </CodesDialog>
  )
}

interface CodeFormProps {
  id: string
  form: Pick<ReturnType<typeof useCodeForm>, 'fault' | 'error' | 'clearFault' | 'submit'>
  hasRecovery?: boolean
}

function CodeForm({ id, form: { fault, error, clearFault, submit }, hasRecovery }: CodeFormProps) {
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <CodeField error={fault} onChange={clearFault} hasRecovery={hasRecovery} />
    </form>
  )
}
