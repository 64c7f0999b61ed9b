import { useMutation } from '@tanstack/react-query'
import { useState, type ComponentProps, type FormEvent } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { replaceSlip } from '../../../../contract/endpoints/slip-requests.ts'
import type { BuyRequest, Request } from '../../../../contract/requests.ts'
import { transactionHash } from '../../../../contract/transaction-hash.ts'
import { t } from '../../../../contract/translate.ts'
import { SlipDrop } from '../../../features/uploads/slip-drop.tsx'
import { useSlipUpload } from '../../../features/uploads/use-slip-upload.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useNewSlipDraft } from './use-new-slip-draft.ts'

/** Asks for another slip of a buy where an administrator wants one, and tells afterwards that it has arrived. */
export function NewSlip({ request }: { request: Request }) {
  if (request.kind !== 'buy' || request.status !== 'pending') return null
  const isAsked = request.slip_asked_at !== null
  // The section stays when the form is gone, so that the focus has a place.
  return (
    <section aria-label={t('Clearer picture of the slip')} tabIndex={-1} data-new-slip className="empty:hidden">
      {isAsked && <NewSlipForm key={request.slip_revision} request={request} />}
      <div role="status" className="empty:hidden">
        {!isAsked && request.slip_revision > 0 && (
          <Notice tone="ok">{t('Your new slip has arrived. An administrator looks at it.')}</Notice>
        )}
      </div>
    </section>
  )
}

function NewSlipForm({ request }: { request: BuyRequest }) {
  const draft = useNewSlipDraft(request)
  const slip = useSlipUpload(draft.slip, (stored) => draft.change({ slip: stored }))
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      call(replaceSlip, {
        params: { requestId: request.id },
        body: { payment_proof_id: draft.slip?.id ?? null, transaction_hash: draft.hash.trim() },
      }),
    onSuccess: () => {
      draft.drop()
      document.querySelector<HTMLElement>('[data-new-slip]')?.focus()
      refetchTopics(['requests'])
    },
  })
  const isUploading = slip.progress !== undefined
  const isSame = draft.slip === null && draft.hash.trim() === (request.transaction_hash ?? '')
  const hashFault = faultOfHash(draft.hash)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isPending && !isUploading && !isSame && hashFault === undefined) mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4 rounded-3 border border-line p-4">
      <Question reason={request.slip_reason} />
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <SlipDrop
        slip={slip}
        label={t('Choose, drop or paste the new slip')}
        error={isTried && (isUploading || isSame) ? slipFault(isUploading) : undefined}
        disabled={isPending}
      />
      <HashField
        value={draft.hash}
        error={isTried ? hashFault : undefined}
        readOnly={isPending}
        onChange={({ target }) => {
          reset()
          draft.change({ hash: target.value })
        }}
      />
      <SubmitButton busy={isPending}>{isPending ? t('Sending...') : t('Send the new slip')}</SubmitButton>
    </form>
  )
}

function HashField({ error, ...input }: ComponentProps<typeof TextInput> & { error: string | undefined }) {
  return (
    <Field
      label={t('Transaction hash')}
      note={t('optional')}
      hint={t('Correct it here if it was wrong.')}
      error={error}
    >
      <TextInput {...input} autoComplete="off" autoCapitalize="none" spellCheck={false} className="mono" />
    </Field>
  )
}

function Question({ reason }: { reason: string | null }) {
  return (
    <Notice tone="warn" title={t('We need a clearer picture.')}>
      <blockquote className="mt-1 border-s-3 border-current ps-3 break-words whitespace-pre-line">{reason}</blockquote>
    </Notice>
  )
}

function faultOfHash(hash: string): string | undefined {
  return transactionHash.safeParse(hash).error?.issues[0]?.message
}

function slipFault(isUploading: boolean): string {
  return isUploading ? t('Please wait until the slip has been uploaded.') : errors.slip_unchanged.message
}
