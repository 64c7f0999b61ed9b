import type { InputOf } from '../../../../contract/operation.ts'
import type { submitTransferRequest, TransferRequest } from '../../../../contract/requests.ts'
import type { Db } from '../../../platform/db/client.ts'
import { transferSubmittedMail } from '../mails.ts'
import { requireField, ownerFields, recipientFields, sharedFields } from '../request-columns.ts'
import type { KindFacts } from './kind-facts.ts'

const kind = 'transfer'

export const transfer: KindFacts<TransferRequest, InputOf<typeof submitTransferRequest>['body']> = {
  kind,
  toInput: (body) => ({ coins: body.amount_coins, recipientMemberId: body.recipient_member_id }),
  exportName: 'Transfer',
  toRequest: (row, reader) => ({
    kind,
    ...sharedFields(row),
    sender_id: row.user_id,
    sender_profile: ownerFields(row),
    recipient_profile: recipientFields(row, reader),
    recipient_member_id: requireField(row.recipient_member_id),
  }),
  ownerOf: ({ sender_profile: profile }) => profile,
  exportColumns: {
    Recipient: (request) => request.recipient_profile.full_name,
    'Recipient member ID': (request) => request.recipient_member_id,
  },
  locksCoins: true,
  submittedMail: transferSubmittedMail,
  bonusOf: () => null,
  isFirst,
}

/** True if coins have never gone from one of the two members to the other before. */
async function isFirst(db: Db, userId: string, request: TransferRequest): Promise<boolean> {
  const between = (from: 'user_id' | 'recipient_id') =>
    db
      .selectFrom('ledger.requests as r')
      .innerJoin('ledger.requests as earlier', (join) =>
        join
          .onRef('earlier.user_id', '=', `r.${from}`)
          .onRef('earlier.recipient_id', '=', from === 'user_id' ? 'r.recipient_id' : 'r.user_id')
          .on('earlier.kind', '=', kind)
          .on('earlier.status', '=', 'approved'),
      )
      .select('earlier.id')
      .where('r.user_id', '=', userId)
      .where('r.id', '=', request.id)
      .whereRef('earlier.id', '<>', 'r.id')
      .limit(1)
  const earlier = await Promise.all([between('user_id').execute(), between('recipient_id').execute()])
  return earlier.every((rows) => rows.length === 0)
}
