import { useState } from 'react'
import { formatExactUsdt } from '../../../../contract/money.ts'
import type { ChainTransfer } from '../../../../contract/chain-transfers.ts'
import { refundTransfer } from '../../../../contract/endpoints/chain-transfers.ts'
import { errors } from '../../../../contract/errors.ts'
import { t } from '../../../../contract/translate.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

const hashForm = /^(0x)?[0-9a-f]{64}$/i

/** Notes by which transaction a transfer was sent back. It sends nothing itself. */
export function RefundDialog({ transfer, onClosed }: { transfer: ChainTransfer; onClosed: () => void }) {
  const { hash, log_index: logIndex, usdt, from_address: from } = transfer
  const [refundHash, setRefundHash] = useState('')
  const [fault, setFault] = useState<string>()
  return (
    <ReasonDialog
      title={t('Note that {amount} USDT were sent back?', { amount: formatExactUsdt(usdt) })}
      description={
        <>
          {t('Send the money back with your wallet first. The transfer can then pay for no request any more.')}
          <span className="mono mt-2 block break-all">{from}</span>
        </>
      }
      actionLabel={t('Note the refund')}
      draftKey={`refund:${hash}:${logIndex}`}
      check={() => {
        const isValid = hashForm.test(refundHash.trim())
        setFault(isValid ? undefined : errors.payout_hash_not_valid.message)
        return isValid
      }}
      act={async (reason) => {
        await call(refundTransfer, {
          params: { hash, logIndex: String(logIndex) },
          body: { refund_hash: refundHash.trim(), reason },
        })
        refetchTopics(['requests'])
      }}
      done={{ title: t('The refund is on record.') }}
      onClosed={onClosed}
    >
      <Field label={t('Hash of the refund')} error={fault}>
        <TextInput
          className="mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={refundHash}
          onChange={(event) => setRefundHash(event.target.value)}
        />
      </Field>
    </ReasonDialog>
  )
}
