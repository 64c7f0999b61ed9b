/** The role of a caller. A visitor has no session. */
export type Role = 'visitor' | 'member' | 'admin'
export const anyone = ['visitor', 'member', 'admin'] as const
export const signedIn = ['member', 'admin'] as const
export const memberOnly = ['member'] as const
export const adminOnly = ['admin'] as const
