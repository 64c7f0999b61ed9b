/** The role of a caller. A visitor has no session. */
export type Role = 'visitor' | 'member' | 'admin'
export const anyone = ['visitor', 'member', 'admin'] as const
export const signedIn = ['member', 'admin'] as const
export const memberOnly = ['member'] as const
export const adminOnly = ['admin'] as const

/**
 * The duties of administrators. An owner may do everything. An approver decides requests, looks after members and
 * answers the chat. A support person reads members and requests and answers the chat. An auditor reads and exports
 * everything and changes nothing.
 */
export const duties = ['owner', 'approver', 'support', 'auditor'] as const
export type Duty = (typeof duties)[number]

/** Calls of visitors and of one's own account, and everything that all administrators read. */
export const everyDuty = duties
/** Settings, packages, corrections of balances, and the administrators themselves. */
export const ownerOnly = ['owner'] as const
/** Decisions on requests, and what is done for members. */
export const deciding = ['owner', 'approver'] as const
/** The chat with members. */
export const answering = ['owner', 'approver', 'support'] as const
/** The treasury, which compares the money that the platform has received and paid with its requests. */
export const comparingMoney = ['owner', 'approver', 'auditor'] as const
/** Settings, administrators, the audit log, and the exports of all members. */
export const auditing = ['owner', 'auditor'] as const

/** The roles that may call, and the duties that an administrator needs for it. Without the role there is no duty. */
export type Access = { access: readonly Role[] } & (
  | { access: readonly Exclude<Role, 'admin'>[]; duties?: never }
  | { access: readonly [...Exclude<Role, 'admin'>[], 'admin']; duties: readonly Duty[] }
)

/** The file of due payments, which those need who pay and those who audit. */
export const payoutExporting = ['owner', 'approver', 'auditor'] as const

/** True if an administrator with this duty may call. */
export function isInDuty(
  duty: Duty | null | undefined,
  { duties: needed }: { duties?: readonly Duty[] | undefined },
): boolean {
  return duty != null && needed !== undefined && needed.includes(duty)
}
