import type { ChainTransfer } from '../../../../contract/chain-transfers.ts'
import type { ChainTransferList, RefundCheck } from '../../../../contract/endpoints/chain-transfers.ts'
import { t } from '../../../../contract/translate.ts'
import type { Tone } from '../../../ui/badge.tsx'

export const listNames: Record<ChainTransferList, string> = {
  unallocated: t('Unallocated'),
  disputed: t('Disputed'),
  allocated: t('Allocated'),
  refunded: t('Refunded'),
}

export const emptyTexts: Record<ChainTransferList, string> = {
  unallocated: t('Each known transfer has its use.'),
  disputed: t('No transfer is claimed by two members.'),
  allocated: t('No transfer pays for a request yet.'),
  refunded: t('No transfer was sent back.'),
}

export const checkTexts: Record<RefundCheck, string> = {
  not_checked: t('Recorded, not checked on chain'),
  waiting: t('Recorded, not yet looked up'),
  not_found: t('In no final block yet'),
  could_not_check: t('Could not be checked'),
  failed: t('The transaction failed on the network'),
  differs: t('Final, but it did not send this amount back to the sender'),
  confirmed: t('Confirmed on the network'),
}

export const checkTones: Record<RefundCheck, Tone> = {
  not_checked: 'neutral',
  waiting: 'wait',
  not_found: 'wait',
  could_not_check: 'wait',
  failed: 'bad',
  differs: 'bad',
  confirmed: 'ok',
}

export const reasonTexts: Record<ChainTransfer['suggestions'][number]['reasons'][number], string> = {
  named: t('names this hash'),
  amount: t('has this amount'),
  sender: t('its member registered the sender'),
}
