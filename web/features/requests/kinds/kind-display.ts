import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PagePath } from '../../../../contract/pages.ts'
import type { Request } from '../../../../contract/requests.ts'
import type { AmountMask } from '../../../lib/coins-text.ts'

/** The facts of one kind of request that the screens of members and administrators show. */
export interface KindDisplay<Of extends Request> {
  /** "Withdrawal" */
  name: string
  /** "withdrawal", in the details of the audit log. */
  word: string
  /** "Withdraw", in the list of all activity. */
  action: string
  icon: LucideIcon
  /** "Withdrawal 5,000 ET" */
  title: (amount: string) => string
  /** "Withdraw 5,000 ET", in the list of all activity. */
  actionTitle: (amount: string) => string
  /** "Withdrawal 5,000 ET", among what a search for everything finds. */
  foundTitle: (coins: string) => string
  /** The page on which administrators decide. */
  approvalsPath: ApprovalsPath
  /** "Pending withdrawals" */
  pendingName: string
  /** "Withdrawal requests" */
  listName: string
  requesterOf: (request: Of) => Requester
  /** The title of each step on the timeline. */
  steps: { created: (request: Of) => string; approved: string; returned: string }
  /** The sentence below the first step, or null. */
  createdNote: (request: Of, mask: AmountMask) => string | null
  /** True where the operator pays after an approval. */
  isPaidOutside: boolean
  /** True where coins were locked, and so come back after a rejection or a cancellation. */
  hasLockedCoins: boolean
  /** The time within which the member is promised an answer, in the words of the package; null where none is promised. */
  promisedTime: (request: Of) => string | null
  cancelQuestion: string
  /** @param title the request, such as "Withdrawal 5,000 ET" */
  cancelConsequence: (title: string) => string
  /** The file that the member may send along; null for a kind that has none. */
  fileOf: (request: Of) => AttachedFile | null
  /** The figures of the receipt after the amount. */
  ReceiptRows: (props: { request: Of }) => ReactNode
  /** The texts that the member wrote into the form. Receipts and approvals show them. */
  writtenTexts: (request: Of) => WrittenText[]
}

export type ApprovalsPath = Exclude<Extract<PagePath, `/admin/${string}-approvals`>, '/admin/second-approvals'>

interface WrittenText {
  name: string
  /** Null where the member left the field empty. */
  text: ReactNode | null
}

/** The member who made a request. */
export interface Requester {
  userId: string
  full_name: string
  email: string
  member_id: string
}

export interface AttachedFile {
  label: string
  emptyText: string
  failureTitle: string
  /** Null where the member sent none. */
  stored: UploadReference | null
}

export interface UploadReference {
  userId: string
  uploadId: string
  /** The name under which the file is saved: the last part of its path. */
  name: string
}
