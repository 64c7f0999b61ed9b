import type { ErrorCode } from '../../../contract/errors.ts'
import type { rules } from './model-rules.ts'
import type { Request } from './model-world.ts'

/** The question for another slip and its answer, as the model plays them. */

/** Returns the contents that an approval of a buy uses up: its own, and the files that were replaced. */
export function proofsOf({ proofs, formerFiles }: Pick<Request, 'proofs' | 'formerFiles'>): string[] {
  return [...proofs, ...formerFiles]
}

/** True if a pending request has another slip than the administrator saw. */
export function isOtherSlip({ isSeen }: Played, request: Request | undefined, seen: number): boolean {
  return request?.status === 'pending' && !isSeen(seen, request.revision)
}

/** True if a buy has waited too long, and no new slip has to be looked at first. */
export function expiresNow({ isFresh, isOverdue, daysOf }: Played, request: Request): boolean {
  return !isFresh(request) && isOverdue(request, daysOf(request))
}

type Played = typeof rules

/** Asks the member of a buy. Returns the reason if it is refused, and null if the member is asked now. */
export function askForSlip(request: Request | undefined, revision: number): ErrorCode | null {
  const closed = refusalOfSlips(request)
  if (closed !== null || !request) return closed
  if (request.revision !== revision) return 'slip_replaced'
  if (request.isAsked) return 'slip_asked_already'
  if (request.asks === 5) return 'slip_asks_full'
  Object.assign(request, { isAsked: true, asks: request.asks + 1, askedDays: 0 })
  return null
}

interface Answer {
  /** The new file, by its id; null to keep the one that is there. */
  uploadId: string | null
  /** The hash from now on. */
  hash: string | null
}

/** Puts another slip or hash on a buy. Returns the reason if it is refused, and null if the answer is there. */
export function answerWithSlip(
  { uploads }: { uploads: ReadonlyMap<string, { isUsed: boolean; picture: string }> },
  request: Request | undefined,
  { uploadId, hash }: Answer,
): ErrorCode | null {
  const closed = refusalOfSlips(request)
  if (closed !== null || !request) return closed
  if (!request.isAsked) return 'slip_not_asked'
  const upload = uploadId === request.uploadId ? undefined : uploads.get(uploadId ?? '')
  const file = request.hasSlip ? request.proofs[0] : undefined
  if (upload === undefined && hash === (request.namesHash ? request.proofs.at(-1) : null)) return 'slip_unchanged'
  if (upload?.isUsed) return 'upload_already_used'
  if (upload) {
    Object.assign(upload, { isUsed: true })
    Object.assign(request, { uploadId, hasSlip: true })
    if (file !== undefined) request.formerFiles.push(file)
  }
  Object.assign(request, {
    proofs: [upload?.picture ?? file, hash].filter((proof) => proof != null),
    namesHash: hash !== null,
    isAsked: false,
    askedDays: 0,
    answeredDays: 0,
    revision: request.revision + 1,
  })
  return null
}

/** A question and its answer need a pending buy that no administrator has approved. */
function refusalOfSlips(request: Request | undefined): ErrorCode | null {
  if (request?.kind !== 'buy') return 'not_found'
  if (request.status !== 'pending') return 'already_processed'
  return request.approvers.length > 0 ? 'slip_approved_already' : null
}
