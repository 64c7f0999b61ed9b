import type { ReactNode } from 'react'
import type { Decimal } from '../../../../../contract/money.ts'
import type { OutputOf } from '../../../../../contract/typed-endpoints.ts'
import type { getRequestReview } from '../../../../../contract/endpoints/request-review.ts'
import type { Request } from '../../../../../contract/requests.ts'

export type RequestReview = OutputOf<typeof getRequestReview>

/** The facts of one kind of request that administrators look at before they decide. */
export interface KindReview<Of extends Request> {
  /** "Gold package", below the name of the member who asks. */
  heading: (request: Of) => string
  /** The amount in USDT; null where the request has none. */
  usdtOf: (request: Of) => Decimal | null
  /** A line of the request's row in the queue. */
  QueueNote: (props: { request: Of }) => ReactNode
  /** The file that has to be seen before an approval; null where none came. */
  fileOf: (request: Of) => ReviewedFile | null
  /** Says why the request cannot be approved; the server would refuse it for the same reason. */
  obstacle: (request: Of, review: RequestReview | undefined) => string | undefined
  /** The figures that are compared beside the coins. */
  checks: (request: Of, review: RequestReview) => RequestCheck[]
  /** The words for figures that all agree. */
  agreement: string
  /** False where the page shows the balances by itself. */
  hasEffectsTable: boolean
  /** The details that have to be right as well, in the question before a decision. */
  Particulars: (props: { request: Of }) => ReactNode
  /** The reasons of most rejections, as the member reads them. */
  rejectionReasons: readonly string[]
}

export interface ReviewedFile {
  id: string
  /** Says that the file has to be shown first. */
  delay: string
}

export interface RequestCheck {
  name: string
  request: string
  expected: string
  /** Undefined for a row that only informs. */
  agrees?: boolean
}
