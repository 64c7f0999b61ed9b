import { readSearch, textOf } from '../../../lib/search.ts'

/** The referral code of the member who invites. */
export const signupSearch = readSearch<{ ref?: string | undefined }>({ ref: textOf })
