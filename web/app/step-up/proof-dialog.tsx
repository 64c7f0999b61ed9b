import { useId, useRef, useState } from 'react'
import type { SecondFactor } from '../../../contract/second-factors.ts'
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
  const ways = waysOf(question.action, factors)
  const passkey = { onClick: proveByPasskey, busy: isPending, hasAlternative: ways.text !== undefined }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !isPending && setIsOpen(open)}
      // The answer waits until the dialog is gone, as a toast of the call could not be reached behind it.
      onClosed={() => question.answer(proof.current)}
      title={t('Confirm that it is you')}
      description={`${reasons[question.action]} ${demandOf(ways)}`}
      closeLabel={t('Cancel')}
      footer={
        <>
          {ways.text !== undefined && (
            <Button type="submit" form={formId} variant={ways.hasPasskey ? 'ghost' : 'primary'} busy={isPending}>
              {isPending ? t('Confirming...') : t('Confirm')}
            </Button>
          )}
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
        {ways.hasPasskey && <PasskeyButton isFirst {...passkey} />}
        {ways.text === 'code' && (
          <CodeField error={fault} onChange={clearFault} hasApp={ways.hasApp} hasRecovery={ways.hasRecovery} />
        )}
        {ways.text === 'password' && <PasswordField error={fault} onChange={clearFault} />}
      </form>
    </Dialog>
  )
}

function PasswordField({ error, onChange }: { error: string | undefined; onChange: () => void }) {
  const { session } = useSession()
  return (
    <>
      <input type="text" autoComplete="username" value={session?.user.email ?? ''} readOnly hidden />
      <Field label={t('Password')} error={error}>
        <PasswordInput name="password" required autoComplete="current-password" onChange={onChange} />
      </Field>
    </>
  )
}

/** The ways in which a person can confirm one action. */
interface Ways {
  hasPasskey: boolean
  hasApp: boolean
  hasRecovery: boolean
  /** The text to type; undefined if a passkey is the only way. */
  text: 'code' | 'password' | undefined
}

function waysOf(action: StepUpAction, factors: readonly SecondFactor[]): Ways {
  const hasApp = factors.includes('app')
  // The server takes no recovery code where new ones are made.
  const hasRecovery = action !== 'recovery_codes'
  const hasPasskey = factors.includes('passkey') && canUsePasskeys()
  const text = factors.length === 0 ? 'password' : hasApp || hasRecovery ? 'code' : undefined
  return { hasPasskey, hasApp, hasRecovery, text }
}

function demandOf({ hasPasskey, text }: Ways): string {
  if (text === undefined)
    return hasPasskey ? t('Use a passkey to go on.') : t('Please log in with a browser that can use your passkey.')
  if (hasPasskey) return t('Use a passkey or enter a code to go on.')
  return text === 'code' ? t('Enter a code to go on.') : t('Enter your password to go on.')
}

const reasons: Record<StepUpAction, string> = {
  wallet: t('Withdrawals are paid to your wallet address.'),
  password: t('Your password opens your account.'),
  two_factor: t('This changes how you log in.'),
  recovery_codes: t('Recovery codes open your account without your second factor.'),
  decision: t('This is about a large amount, terms or data of everybody, or the administrators themselves.'),
}
