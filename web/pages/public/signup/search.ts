import { createSearchReader, textOf } from '../../../lib/search.ts'

/** The referral code of the member who invites. */
export const signupSearch = createSearchReader<{ ref?: string | undefined }>({ ref: textOf })
