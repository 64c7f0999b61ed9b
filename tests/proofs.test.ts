import { expect, test } from 'vitest'
import { operations } from '../contract/operations.ts'
import { everyDuty } from '../contract/roles.ts'

/** The changes by administrators that take no proof, each with its reason. */
const withoutProof: Record<string, string> = {
  add_user: 'makes a member, who has to follow a mailed link',
  resend_confirmation: 'mails a link to the address that the account has',
  open_conversation: 'moves nothing',
  send_message: 'moves nothing',
  upload_chat_file: 'moves nothing',
  mark_conversation_read: 'moves nothing',
  look_at_request: 'is a note for other administrators, for a minute',
  assign_requests: 'is a note among administrators, and no right to decide',
  save_request_digest: 'chooses the mails of the caller alone',
  check_treasury_balances: 'asks the chain, and moves nothing',
  add_saved_reply: 'moves nothing',
  change_saved_reply: 'moves nothing',
  delete_saved_reply: 'moves nothing',
  ask_for_slip: 'moves nothing, and decides nothing',
  add_admin_note: 'moves nothing',
  stop_automatic_approval: 'must work at once, and leaves decisions to people',
  retry_job: 'moves nothing, and lets the server do what it does anyway',
  retry_mail: 'moves nothing, and changes neither the mail nor its address',
  record_payouts: 'says what was paid, and the chain is asked if it is so',
}

/** The proof of these changes depends on the amount, the person or the setting, so the handler asks for it. */
const provenAtTimes = [
  'adjust_balance',
  'change_settings',
  'change_user_status',
  'correct_details',
  'decide_request',
  'reverse_request',
  'sign_out_user',
]

const byAdmins = operations.filter(({ access, duties }) => access.includes('admin') && duties !== everyDuty)

test('every change that administrators of some duties make asks for a proof, or has a reason to take none', () => {
  const changes = byAdmins.filter(({ method }) => method !== 'GET')
  const named = (when: 'always' | 'sometimes' | undefined) =>
    changes.filter(({ stepUp }) => stepUp?.when === when).map(({ id }) => id)
  expect(named(undefined).toSorted()).toEqual(Object.keys(withoutProof).toSorted())
  expect(named('sometimes').toSorted()).toEqual(provenAtTimes)
})

test('every file with the data of all members asks for a proof', () => {
  const exports = byAdmins.filter(({ id }) => id.startsWith('export_'))
  expect(exports.map(({ id, stepUp }) => [id, stepUp?.when])).toEqual(exports.map(({ id }) => [id, 'always']))
  expect(exports.length).toBeGreaterThan(3)
})
