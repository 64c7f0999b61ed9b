/** Calls that change nothing, or that another table keeps with the caller and the time. */
export const notOnRecord = [
  // The history of logins keeps the beginning of each session, for all accounts.
  'keep_session',
  'sign_out',
  // A proof serves one change, which is on record. A proof that fails is on record, too.
  'step_up',
  // It changes nothing until a code confirms it.
  'start_two_factor',
  'start_passkey',
  'start_passkey_proof',
  // It asks the chain, and keeps the time.
  'check_treasury_balances',
  // A message keeps its author and time, and cannot be changed.
  'open_conversation',
  'send_message',
  'upload_chat_file',
  'mark_conversation_read',
  // They are notes of administrators among themselves, and no right to the money. The decision is on record.
  'look_at_request',
  'assign_requests',
  // It changes the caller's own mails alone.
  'save_request_digest',
]
