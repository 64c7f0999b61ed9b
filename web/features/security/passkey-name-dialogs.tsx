import { useId, useRef, useState } from 'react'
import { addPasskey, renamePasskey, type startPasskey } from '../../../contract/endpoints/passkeys.ts'
import type { Passkey } from '../../../contract/passkeys.ts'
import { t } from '../../../contract/translate.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { deviceName } from '../../lib/device-name.ts'
import { loadAuthenticator } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { readTwoFactorAgain } from './security-queries.ts'
import { CodesDialog } from './two-factor-codes-dialog.tsx'
import { useNameForm } from './use-name-form.ts'

export type PasskeyOptions = OutputOf<typeof startPasskey>

/** Asks for a name, has the device make the passkey, and shows recovery codes if it is the first second factor. */
export function AddPasskeyDialog({ options, onClosed }: { options: PasskeyOptions; onClosed: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const formId = useId()
  const form = useNameForm(
    async (name) => {
      const { createPasskey } = await loadAuthenticator()
      return call(addPasskey, { body: { name, passkey: await createPasskey(options) } })
    },
    (answer) => {
      setCodes(answer.recovery_codes)
      readTwoFactorAgain()
    },
  )
  return (
    <CodesDialog
      codes={codes?.length ? codes : undefined}
      isDone={codes?.length === 0}
      title={t('Add a passkey')}
      description={t('Give it a name by which you know it again. Then your device asks you to confirm.')}
      submit={
        <Button type="submit" form={formId} busy={form.isPending}>
          {form.isPending ? t('Waiting for your device...') : t('Create passkey')}
        </Button>
      }
      isBusy={form.isPending}
      onClosed={() => {
        if (codes) toast({ title: t('Passkey added') })
        // Even without an answer the passkey may be there, as the answer can get lost.
        else readTwoFactorAgain()
        onClosed()
      }}
    >
      <NameForm id={formId} form={form} name={deviceName(navigator.userAgent).slice(0, 50)} />
    </CodesDialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClosed }: { passkey: Passkey; onClosed: () => void }) {
  const [isOpen, setIsOpen] = useState(true)
  const isDone = useRef(false)
  const formId = useId()
  const form = useNameForm(
    async (name) => call(renamePasskey, { params: { passkeyId: passkey.id }, body: { name } }),
    () => {
      isDone.current = true
      readTwoFactorAgain()
      setIsOpen(false)
    },
  )
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !form.isPending && setIsOpen(open)}
      onClosed={() => {
        if (isDone.current) toast({ title: t('Passkey renamed') })
        onClosed()
      }}
      title={t('Rename the passkey {name}', { name: passkey.name })}
      description={t('Give it a name by which you know it again.')}
      footer={
        <>
          <Button type="submit" form={formId} busy={form.isPending}>
            {form.isPending ? t('Saving...') : t('Save')}
          </Button>
          <Button variant="ghost" aria-disabled={form.isPending || undefined} onClick={() => setIsOpen(false)}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <NameForm id={formId} form={form} name={passkey.name} />
    </Dialog>
  )
}

interface NameFormProps {
  id: string
  form: Pick<ReturnType<typeof useNameForm>, 'fault' | 'error' | 'clearFault' | 'submit'>
  /** The name to begin with. */
  name: string
}

function NameForm({ id, form: { fault, error, clearFault, submit }, name }: NameFormProps) {
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <Field label={t('Name')} error={fault}>
        <TextInput name="name" defaultValue={name} required autoComplete="off" onChange={clearFault} />
      </Field>
    </form>
  )
}
