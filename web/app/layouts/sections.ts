import { t } from '../../../contract/translate.ts'

/** The parts of the home page that the top bar leads to. */
export const sections = [
  { href: '/#markets', label: t('Markets') },
  { href: '/#features', label: t('Features') },
  { href: '/#packages', label: t('Packages') },
  { href: '/#referral', label: t('Referral') },
]
