import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { recordPayouts } from '../../../../contract/endpoints/payouts.ts'
import { errors } from '../../../../contract/errors.ts'
import { formatUsdt } from '../../../../contract/money.ts'
import type { Payout } from '../../../../contract/payouts.ts'
import { t } from '../../../../contract/translate.ts'
import { usdtAmount } from '../../../lib/coins-text.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { MadeUpHash } from './made-up.tsx'
import { isHash } from './parse-lines.ts'

interface RecordDialogProps {
  payout: Payout
  onClosed: () => void
}

/** Records the transaction of one payout, or corrects it. The address is shown once more, as it was frozen. */
export function RecordDialog({ payout, onClosed }: RecordDialogProps) {
  const { number, wallet_address: address, usdt_amount: usdt, hash: replaced } = payout
  const form = useRef<HTMLFormElement>(null)
  const { hash, setHash, fault, submit, isOpen, close, isPending, finish } = useRecording(payout, onClosed)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      onClosed={finish}
      title={
        replaced === null
          ? t('Record the transaction of {number}', { number })
          : t('Correct the transaction of {number}', { number })
      }
      description={t('Compare the address and the amount with your wallet.')}
      footer={
        <Button busy={isPending} onClick={() => form.current?.requestSubmit()}>
          {t('Record')}
        </Button>
      }
    >
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <div className="text-sm">
          <p className="mono break-all">{address}</p>
          {usdt !== null && <p className="font-semibold">{usdtAmount(formatUsdt(usdt))}</p>}
        </div>
        {fault !== undefined && (
          <Notice tone="bad" role="alert">
            {fault}
          </Notice>
        )}
        <Field label={t('Transaction hash')}>
          <TextInput
            className="mono"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            value={hash}
            readOnly={isPending}
            onChange={(event) => setHash(event.target.value)}
          />
        </Field>
        <MadeUpHash onMade={setHash} />
      </form>
    </Dialog>
  )
}

/** Holds what is typed, and sends it. After a refusal the dialog stays open with the text. */
function useRecording(payout: Payout, onClosed: () => void) {
  const { number: reference, wallet_address: address, hash: replaces } = payout
  const [isOpen, setIsOpen] = useState(true)
  const [hash, setHash] = useState('')
  const [fault, setFault] = useState<string>()
  const isRecorded = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const line = { reference, address, hash: hash.trim(), ...(replaces !== null && { replaces }) }
      return call(recordPayouts, { body: { lines: [line] } })
    },
    onSuccess: ({ lines: [line] }) => {
      refetchTopics(['requests'])
      const outcome = line?.outcome ?? 'not_found'
      isRecorded.current = outcome === 'recorded' || outcome === 'unchanged'
      if (outcome === 'recorded' || outcome === 'unchanged') setIsOpen(false)
      else setFault(errors[outcome].message)
    },
    onError: (error) => setFault(messageOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setFault(undefined)
    if (isHash(hash)) mutate()
    else setFault(errors.payout_hash_not_valid.message)
  }
  const finish = () => {
    if (isRecorded.current) toast({ title: t('The transaction was recorded.') })
    onClosed()
  }
  const close = () => !isPending && setIsOpen(false)
  return { hash, setHash, fault, submit, isOpen, close, isPending, finish }
}
