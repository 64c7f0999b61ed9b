import { useId, useRef, useState } from 'react'
import type { StepUpAction } from '../../../contract/step-up.ts'
import { t } from '../../../contract/translate.ts'
import { useSession } from '../../lib/session.ts'
import type { StepUpQuestion } from '../../lib/step-up.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
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
  const { needsCode, fault, error, clearFault, isPending, submit } = useProof(
    question,
    session?.two_factor.is_on ?? false,
    (given) => {
      proof.current = given
      setIsOpen(false)
    },
  )
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      // The answer waits until the dialog is gone: the call may show a toast, which could not be reached behind a
      // dialog.
      onClosed={() => question.answer(proof.current)}
      title={t('Confirm that it is you')}
      description={`${reasons[question.action]} ${needsCode ? t('Enter a code to go on.') : t('Enter your password to go on.')}`}
      closeLabel={t('Cancel')}
      footer={
        <>
          <Button type="submit" form={formId} busy={isPending}>
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
        {needsCode ? (
          <CodeField error={fault} onChange={clearFault} />
        ) : (
          <>
            <input type="text" autoComplete="username" value={session?.user.email ?? ''} readOnly hidden />
            <Field label={t('Password')} error={fault}>
              <PasswordInput name="password" required autoComplete="current-password" onChange={clearFault} />
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}

const reasons: Record<StepUpAction, string> = {
  wallet: t('Withdrawals are paid to your wallet address.'),
  password: t('Your password opens your account.'),
  two_factor: t('This changes how you log in.'),
  decision: t('This is about a large amount, terms or data of everybody, or the administrators themselves.'),
}
