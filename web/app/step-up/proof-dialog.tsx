import { useId, useRef, useState } from 'react'
import type { StepUpAction } from '../../../contract/step-up.ts'
import { t } from '../../../contract/translate.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { useSession } from '../../lib/session.ts'
import type { StepUpQuestion } from '../../lib/step-up.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasskeyButton } from '../../ui/passkey-button.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useProof } from './use-proof.ts'

/**
 * Asks for the password or a code, and answers the question with the proof or null. Each question has its own dialog.
 */
export function ProofDialogs({ question }: { question: StepUpQuestion | undefined }) {
  return question && <ProofDialog key={question.id} question={question} />
}

function ProofDialog({ question }: { question: StepUpQuestion }) {
  const { session } = useSession()
  const [isOpen, setIsOpen] = useState(true)
  const proof = useRef<string | null>(null)
  const formId = useId()
  const { factors, proveByPasskey, fault, error, clearFault, isPending, submit } = useProof(
    question,
    session?.two_factor.factors ?? [],
    (given) => {
      proof.current = given
      setIsOpen(false)
    },
  )
  const needsCode = factors.length > 0
  const hasPasskey = factors.includes('passkey') && canUsePasskeys()
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      // The answer waits until the dialog is gone: the call may show a toast, which could not be reached behind a
      // dialog.
      onClosed={() => question.answer(proof.current)}
      title={t('Confirm that it is you')}
      description={`${reasons[question.action]} ${demandOf(needsCode, hasPasskey)}`}
      closeLabel={t('Cancel')}
      footer={
        <>
          <Button type="submit" form={formId} variant={hasPasskey ? 'ghost' : 'primary'} busy={isPending}>
            {isPending ? t('Confirming...') : t('Confirm')}
          </Button>
          <Button variant="ghost" aria-disabled={isPending || undefined} onClick={() => setIsOpen(false)}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {error && (
          <Notice tone="bad" role="alert">
            {error}
          </Notice>
        )}
        {hasPasskey && <PasskeyButton isFirst onClick={proveByPasskey} busy={isPending} />}
        {needsCode ? (
          <CodeField error={fault} onChange={clearFault} hasApp={factors.includes('app')} />
        ) : (
          <PasswordField email={session?.user.email ?? ''} error={fault} onChange={clearFault} />
        )}
      </form>
    </Dialog>
  )
}

function PasswordField({ email, error, onChange }: { email: string; error: string | undefined; onChange: () => void }) {
  return (
    <>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('Password')} error={error}>
        <PasswordInput name="password" required autoComplete="current-password" onChange={onChange} />
      </Field>
    </>
  )
}

function demandOf(needsCode: boolean, hasPasskey: boolean): string {
  if (hasPasskey) return t('Use a passkey or enter a code to go on.')
  return needsCode ? t('Enter a code to go on.') : t('Enter your password to go on.')
}

const reasons: Record<StepUpAction, string> = {
  wallet: t('Withdrawals are paid to your wallet address.'),
  password: t('Your password opens your account.'),
  two_factor: t('This changes how you log in.'),
  decision: t('This is about a large amount, terms or data of everybody, or the administrators themselves.'),
}
