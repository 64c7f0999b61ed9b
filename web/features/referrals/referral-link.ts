/** The sign-up page of this site, with the code of whoever invites filled in. */
export function referralLink(code: string, origin: string = location.origin): string {
  return `${origin}/signup?ref=${encodeURIComponent(code)}`
}
