/** The parts of the home page that the top bar leads to. */
export const sections = [
  { href: '/#markets', label: 'Markets' },
  { href: '/#features', label: 'Features' },
  { href: '/#packages', label: 'Packages' },
  { href: '/#referral', label: 'Referral' },
]
