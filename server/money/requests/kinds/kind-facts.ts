import type { Decimal } from '../../../../contract/money.ts'
import type { Request } from '../../../../contract/requests.ts'
import type { Translator } from '../../../../contract/translate.ts'
import type { Db } from '../../../platform/db/client.ts'
import type { OwnerMail } from '../../../platform/mail/outbox.ts'
import type { MemberInput } from '../../ledger/ledger.ts'
import type { ReaderRole, RequestRow } from '../request-columns.ts'

/** The facts of one kind of request that the server wants to know. `Body` is what a member sends to make one. */
export interface KindFacts<Of extends Request, Body = never> {
  kind: Of['kind']
  /** Returns what a member sends in the names of the ledger. */
  toInput: (body: Body) => MemberInput
  /** The name in an exported table. */
  exportName: string
  /** Returns a row in the shape of the kind, with no more than the reader may see. */
  toRequest: (row: RequestRow, reader: ReaderRole) => Of
  /** The member who made the request. */
  ownerOf: (request: Of) => { full_name: string; email: string; member_id: string }
  /** The columns of an exported table that only some kinds fill, by their headers. */
  exportColumns: Record<string, (request: Of) => string | null>
  /** True where a submission locks coins, and so changes the member's balance. */
  locksCoins: boolean
  /** Returns the notice that the owner of the account gets of a submission; null for a kind without one. */
  submittedMail: ((translator: Translator, request: Of) => OwnerMail) | null
  /** The coins that an approval adds to those of the request; null for a kind without a bonus. */
  bonusOf: (request: Of) => Decimal | null
  /** True where no coins went between the two members before; null for a kind without a recipient. */
  isFirst: (db: Db, userId: string, request: Of) => Promise<boolean | null>
}
