import { t } from './translate.ts'

/** The refusals about payments in USDT: those of members, their transfers on the chain, and the payouts of the operator. */
export const paymentErrors = {
  transfer_not_payable: {
    status: 409,
    message: t('One of these transfers is not known to be final, or did not go to the deposit address of its time.'),
  },
  transfer_allocated_already: {
    status: 409,
    message: t('One of these transfers pays for another request already, or was sent back.'),
  },
  payment_too_small: {
    status: 409,
    message: t('These transfers bring less than the request costs. Please add another one, or credit it in part.'),
  },
  payment_complete: {
    status: 409,
    message: t('These transfers pay for the whole request, so it cannot be credited in part.'),
  },
  sending_addresses_full: {
    status: 409,
    message: t('Your list of addresses is full. Please remove one that you no longer pay from.'),
  },
  sending_address_invalid: {
    status: 422,
    message: t('This is no TRON address: a character of it is mistyped or missing.'),
  },
  sending_address_listed: { status: 409, message: t('This address is on your list already.') },
  payout_changed: {
    status: 409,
    message: t('Another administrator has changed this payout meanwhile. Please look at it again.'),
  },
  payout_confirmed_already: {
    status: 409,
    message: t('The network has confirmed this payout. Nothing more can be recorded for it.'),
  },
  payout_not_tracked: {
    status: 409,
    message: t('This withdrawal was approved before payouts were recorded, so nothing can be recorded for it.'),
  },
  payout_address_differs: {
    status: 409,
    message: t('This is not the address of the withdrawal. Please compare it with the one that you have paid to.'),
  },
  payout_ambiguous: {
    status: 409,
    message: t('Several payouts to this address are due. Please name the number of the request.'),
  },
  payout_unknown: { status: 404, message: t('No payout with this number, and none that is due to this address.') },
  payout_hash_not_valid: {
    status: 400,
    message: t('A transaction hash of the network has 64 digits and letters from a to f.'),
  },
  refund_hash_used: {
    status: 409,
    message: t('This transaction sends another transfer back, pays a withdrawal, or is a payment to this platform.'),
  },
  payout_cancelled: {
    status: 409,
    message: t('This withdrawal was reversed, so it is not to be paid.'),
  },
  payout_sent_already: {
    status: 409,
    message: t('The payment of this withdrawal has been sent, so the withdrawal cannot be reversed.'),
  },
  payment_used_before: {
    status: 409,
    message: t('This payment belongs to another approved request. Please say why this one is right all the same.'),
  },
  slip_replaced: {
    status: 409,
    message: t('A new slip has arrived. Please look at it before you go on.'),
  },
  slip_asked_already: { status: 409, message: t('The member has been asked for another slip already.') },
  slip_asks_full: {
    status: 409,
    message: t('The member was asked for another slip five times already. Please decide, or write in the chat.'),
  },
  slip_approved_already: {
    status: 409,
    message: t('An administrator has approved this purchase already, so its slip stays as it is.'),
  },
  slip_not_asked: { status: 409, message: t('No other slip is needed for this request at the moment.') },
  slip_unchanged: { status: 422, message: t('Please choose another slip, or correct the transaction hash.') },
  amounts_taken: {
    status: 422,
    message: t(
      'Too many payments of this amount are open to tell one more apart. Please choose another amount, or try again later.',
    ),
  },
} as const
