import { fileErrors } from './file-errors.ts'
import { paymentErrors } from './payment-errors.ts'
import { fallbackTexts } from './texts.ts'
import { t } from './translate.ts'

/**
 * All refusals: the code on the wire, its HTTP status, and the sentence that a person reads. The server fills in the
 * values for the braces. Database constraints and the functions of the ledger use these codes as constraint names.
 */
export const errors = {
  invalid_request: { status: 400, message: t('Something in the form is not valid. Please check it and try again.') },
  report_too_long: { status: 400, message: t('A report covers at most 366 days. Please choose a shorter period.') },
  idempotency_key_required: { status: 400, message: t('This call needs an Idempotency-Key header with a UUID.') },
  push_service_unknown: { status: 422, message: t('This browser’s push service cannot be used.') },
  link_invalid: { status: 400, message: t('The link is invalid or has expired.') },
  reset_link_invalid: { status: 400, message: t('The reset link is invalid or has expired.') },
  not_signed_in: { status: 401, message: t('Please log in to continue.') },
  sign_in_failed: { status: 401, message: t('Invalid email or password.') },
  code_required: { status: 401, message: t('Please enter the code of your authenticator app.') },
  code_wrong: { status: 401, message: t('This code is not valid. Please enter the current one.') },
  passkey_wrong: { status: 401, message: t('This passkey was not accepted. Please try again.') },
  step_up_required: { status: 401, message: t('Please confirm that it is you.') },
  forbidden: { status: 403, message: t('You do not have permission to do this.') },
  duty_missing: { status: 403, message: t('Your duty does not cover this. It is for: {duties}.') },
  foreign_origin: { status: 403, message: t('This request did not come from this site.') },
  account_suspended: { status: 403, message: t('Your account is suspended. Please contact support.') },
  account_inactive: { status: 403, message: t('Please confirm your email before you log in.') },
  account_deactivated: { status: 403, message: t('Your account is deactivated. Please contact support.') },
  admin_login_required: { status: 403, message: t('Please use the dedicated admin login portal.') },
  invitation_required: { status: 403, message: t('An invitation from an administrator is required.') },
  outgoing_stopped: {
    status: 403,
    message: t('Withdrawals and transfers of this account are stopped until its owner has spoken with support.'),
  },
  two_factor_required: { status: 403, message: t('Please set up two-factor authentication first.') },
  not_found: { status: 404, message: t('This does not exist, or you do not have access to it.') },
  method_not_allowed: { status: 405, message: t('This address does not support that method.') },
  body_too_slow: {
    status: 408,
    message: t(
      'This did not arrive in full in time, so nothing was changed. Please check your connection and try again.',
    ),
  },
  approval_given_already: {
    status: 409,
    message: t(
      'You have approved this already. It waits for a second administrator, or until its waiting time is over.',
    ),
  },
  approval_differs: {
    status: 409,
    message: t(
      'The first administrator approved this with other transfers. Please approve with the same ones, or reject it.',
    ),
  },
  proposed_already: {
    status: 409,
    message: t('Another administrator has just asked for the same. Please look at what waits, and try again.'),
  },
  proposals_full: {
    status: 409,
    message: t('Twenty of your changes wait already. Please let another owner decide them, or withdraw some.'),
  },
  change_closed: {
    status: 409,
    message: t('This change no longer waits: it was decided, withdrawn, or is too old. Please look again.'),
  },
  held_by_policy: { status: 409, message: t('A rule of this platform holds this until {time} UTC.') },
  assignee_missing: {
    status: 409,
    message: t('This administrator decides no requests any more. Please choose another one.'),
  },
  assignments_full: {
    status: 409,
    message: t('This administrator has {count} requests already. Some of them must be decided or released first.'),
  },
  already_processed: { status: 409, message: t('This request has already been processed.') },
  request_held: {
    status: 409,
    message: t('Because of a change to the account, this request cannot be approved before {until} UTC.'),
  },
  account_under_review: {
    status: 409,
    message: t(
      'The entries of an account are being checked, so its coins cannot move at the moment. They are safe, and the owners of the platform have been told.',
    ),
  },
  platform_under_review: {
    status: 409,
    message: t('The books of the platform are being checked. Nothing is approved until an owner releases the finding.'),
  },
  finding_persists: {
    status: 409,
    message: t('The last check has found this fault again. It can be released once the books are right.'),
  },
  retried_already: { status: 409, message: t('This is already being tried again.') },
  finding_released_already: { status: 409, message: t('This finding has already been released.') },
  quote_changed: {
    status: 409,
    message: t(
      'The price or the exchange rate has changed since you looked. Please check the new figures and submit again.',
    ),
  },
  open_requests_full: {
    status: 409,
    message: t(
      'You have 20 open requests already. Please wait until one of them is decided, or cancel one that you do not need.',
    ),
  },
  upload_already_used: { status: 409, message: t('This file is already attached to another request.') },
  upload_quota_full: {
    status: 409,
    message: t('You have stored as many files as one account can. Please try again tomorrow, or contact support.'),
  },
  already_reversed: { status: 409, message: t('This request has already been reversed.') },
  request_not_approved: { status: 409, message: t('Only an approved request can be reversed.') },
  reversal_differs: {
    status: 409,
    message: t(
      'The reversal would now leave a debt of {coins} ET, which is more than you have seen. Please look again.',
    ),
  },
  reversed_already: { status: 409, message: t('This entry has already been reversed.') },
  email_taken: { status: 409, message: t('An account with this email already exists.') },
  account_closed: { status: 409, message: t('This account is closed. It takes no coins and no changes.') },
  account_not_empty: {
    status: 409,
    message: t('This account cannot be closed yet. The page of the account says what stands in the way.'),
  },
  closure_waits: { status: 409, message: t('This account already waits to be closed.') },
  member_id_differs: { status: 422, message: t('This is not your member ID.') },
  email_unchanged: { status: 409, message: t('This is the present email.') },
  email_confirmed_already: { status: 409, message: t('This member has already confirmed their email.') },
  two_factor_on_already: { status: 409, message: t('Two-factor authentication is already on.') },
  two_factor_off: { status: 409, message: t('Two-factor authentication is not on.') },
  passkeys_full: { status: 409, message: t('You have 10 passkeys already. Remove one that you do not use.') },
  invitation_closed: { status: 409, message: t('This invitation has already been used, revoked or has expired.') },
  reply_title_taken: { status: 409, message: t('There is a saved reply of this title already.') },
  saved_replies_full: {
    status: 409,
    message: t('There are 50 saved replies already. Delete one that is not used any more.'),
  },
  package_name_taken: { status: 409, message: t('Package name "{name}" already exists.') },
  edited_meanwhile: {
    status: 409,
    message: t('Somebody else has changed this in the meantime. Please look at what is new and save again.'),
  },
  file_too_large: { status: 413, message: t('The file is larger than 5 MB.') },
  body_too_large: { status: 413, message: t('This is more than the server accepts.') },
  file_type_not_accepted: { status: 415, message: t('Only PNG, JPG or PDF files are accepted.') },
  content_type_not_accepted: { status: 415, message: t('Send JSON with the content type application/json.') },
  idempotency_key_reused: { status: 422, message: t('This Idempotency-Key was already used for another call.') },
  buy_amount_not_valid: { status: 422, message: t('Please enter a valid ET amount (minimum 1000).') },
  buy_amount_not_multiple: { status: 422, message: t('Amount must be in multiples of 1000.') },
  slip_required: { status: 422, message: t('Please fill all fields and upload a payment slip.') },
  slip_missing: { status: 422, message: t('There is no payment slip attached to this request.') },
  package_required: { status: 422, message: t('Please select a membership package to continue.') },
  package_not_found: { status: 422, message: t('This package is no longer offered. Please choose another one.') },
  package_not_buyable: {
    status: 422,
    message: t('This package cannot be bought at the moment. Please choose another one.'),
  },
  package_amount_mismatch: { status: 422, message: t('The amount of your first purchase is set by the package.') },
  buying_closed: {
    status: 422,
    message: t('Buying is closed: no deposit address is set yet. Please contact support.'),
  },
  exchange_rate_missing: {
    status: 422,
    message: t(
      'Buying is closed for the moment: the exchange rate of USDT is not available. Please try again in a few minutes.',
    ),
  },
  withdrawal_below_minimum: { status: 422, message: t('Minimum withdrawal is 1000 coins.') },
  withdrawal_not_multiple: { status: 422, message: t('Withdrawal amount must be in multiples of 1,000.') },
  wallet_address_missing: {
    status: 422,
    message: t('Please set your withdrawal wallet address in your Profile first.'),
  },
  wallet_address_unlisted: {
    status: 422,
    message: t('This address is not among the withdrawal addresses of the account.'),
  },
  wallet_address_listed: { status: 409, message: t('This address is among your withdrawal addresses already.') },
  wallet_address_default: {
    status: 409,
    message: t(
      'This is the default address. Please make another one the default first, or leave it empty in the form.',
    ),
  },
  wallet_addresses_full: {
    status: 409,
    message: t('You have five withdrawal addresses already. Please remove one that you do not need.'),
  },
  wallet_address_mistyped: {
    status: 422,
    message: t(
      'Your wallet address cannot be right: a character of it is mistyped or missing. Please correct it in your Profile first.',
    ),
  },
  wallet_network_other: {
    status: 422,
    message: t(
      'Withdrawals are paid on {network}, and your wallet address is of another network. Please change it in your Profile first.',
    ),
  },
  wallet_of_platform: {
    status: 422,
    message: t(
      'This address belongs to the platform or to the USDT token. A withdrawal needs the address of a wallet of your own.',
    ),
  },
  transfer_not_multiple: { status: 422, message: t('Transfer amount must be in multiples of 1,000.') },
  referrer_choice_required: {
    status: 422,
    message: t('Please say whether this member invited you.'),
  },
  recipient_is_self: { status: 422, message: t('You cannot transfer coins to yourself.') },
  recipient_invalid: { status: 422, message: t('Invalid or non-existent Member ID.') },
  recipient_not_active: {
    status: 422,
    message: t('The recipient’s account is no longer active. Reject the request to return the coins.'),
  },
  debt_open: {
    status: 409,
    message: t('This member owes coins of a reversed request. Reject this one: its coins then repay the debt.'),
  },
  insufficient_funds: { status: 422, message: t('You do not have enough available coins to complete this transfer.') },
  amount_exceeds_balance: { status: 422, message: t('Amount exceeds your available balance.') },
  coins_maturing: {
    status: 422,
    message: t('{coins} ET of your balance cannot be withdrawn or sent yet. The next of them can from {from} UTC on.'),
  },
  request_amount_step: { status: 422, message: t('Amount must be in multiples of 1000.') },
  amount_worth_nothing: {
    status: 422,
    message: t('So few coins are worth less than the smallest amount that can be paid. Please choose a larger amount.'),
  },
  amount_over_limit: {
    status: 422,
    message: t('One request can be worth at most {limit}. Please choose a smaller amount.'),
  },
  amount_too_large: {
    status: 422,
    message: t('The figures would be larger than the platform can keep. Please choose a smaller amount.'),
  },
  referral_not_found: { status: 422, message: t('Referral ID not found.') },
  password_wrong: { status: 422, message: t('Your current password is not correct.') },
  status_of_oneself: { status: 422, message: t('You cannot change the status of your own account.') },
  duty_of_oneself: { status: 422, message: t('You cannot change your own duty.') },
  last_owner: { status: 422, message: t('This is the last active owner. There must always be one.') },
  email_not_confirmed: {
    status: 422,
    message: t('This person has not confirmed their email yet. Send the confirmation again instead.'),
  },
  reason_required: { status: 422, message: t('Please say why you reject this request. The member reads it.') },
  setting_fixed: { status: 422, message: t('This is set in the configuration of the server.') },
  warning_unread: {
    status: 422,
    message: t('Please acknowledge the warnings about this request before you approve it.'),
  },
  file_damaged: { status: 422, message: t('The file is damaged or cannot be read. Please choose another one.') },
  picture_too_costly: {
    status: 422,
    message: t(
      'This picture has more than 12 megapixels, is interlaced or has 16 bits per colour. Take a screenshot of it and choose that.',
    ),
  },
  too_many_requests: { status: 429, message: t('Too many attempts. Please wait a moment and try again.') },
  /** The server has no place for more work of this kind. Unlike the code above, it is no fault of the caller. */
  server_busy: {
    status: 429,
    message: t('The server has too much to do at the moment. Please try again in a few seconds.'),
  },
  /** The server has more calls than it can do. Nothing has happened. */
  overloaded: {
    status: 503,
    message: t('The server has too much to do at the moment. Please try again in a few seconds.'),
  },
  internal_error: { status: 500, message: fallbackTexts.internal },
  data_damaged: {
    status: 500,
    message: t(
      'Some of what is stored here is damaged and cannot be read. It has to be repaired first; please contact support.',
    ),
  },
  outcome_unknown: {
    status: 503,
    message: t('The server is busy. Please try again: a repeated request is never counted twice.'),
  },
  ...paymentErrors,
  ...fileErrors,
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors
