import type { Access } from './roles.ts'
import type { StepUpAction } from './step-up.ts'

/**
 * The address of a call and the conditions under which it may be made. The browser needs no more to make a call. The
 * schemas are in the operation (operation.ts), which brings a library with it.
 */
export type Endpoint = Address & Access

/** The reads of personal data that go on record. */
export type ReadOnRecord = 'person_read' | 'file_read'

interface Address {
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The route, with `:name` for each parameter. */
  path: `/api/${string}`
  /** True when the call moves coins or asks to. It must carry an Idempotency-Key header with a UUID. */
  isMoney?: true
  /**
   * True when a call that moves no coins needs an Idempotency-Key, too. For a week, a repeated call gets the first
   * answer. It is neither done twice nor refused because of its own first effect.
   */
  isIdempotent?: true
  /**
   * The action for which the person must prove afresh that it is them, in the Step-Up-Proof header. `always` is checked
   * before the handler. `sometimes` leaves it to the handler, which knows the amount.
   */
  stepUp?: { action: StepUpAction; when: 'always' | 'sometimes' }
  /** An administrator's read of a member's personal data goes on record under this name. */
  onRecord?: ReadOnRecord
  /**
   * True when it is open to an administrator who has yet to set up the required second factor. Calls that visitors may
   * make are open in any case.
   */
  isBeforeEnrolment?: true
}

export const pageSizeMax = 100
export const pageSizeDefault = 25
