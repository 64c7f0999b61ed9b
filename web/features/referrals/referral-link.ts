/** Returns the address of the sign-up page with the referral code filled in. */
export function referralLink(code: string, origin: string = location.origin): string {
  return `${origin}/signup?ref=${encodeURIComponent(code)}`
}
