import type { PagePath } from './pages.ts'
import { t } from './translate.ts'

/** The same text as in web/index.html, which has it in English. */
export const noScriptText = t('ET needs JavaScript to run. Please switch it on and reload this page.')

/** The descriptions of public pages, for search engines and for previews of shared links. */
export const pageDescriptions: Partial<Record<PagePath, string>> = {
  '/': t('Buy ET with USDT, send it to another member, withdraw it to your own wallet.'),
  '/login': t('Log in to see your coins, your requests and every movement of them.'),
  '/signup': t('Open an account, choose a membership package and buy your first coins.'),
  '/forgot-password': t('Have a link mailed to you that sets a new password.'),
  '/terms': t('What you and the operator of this site agree on when you use it.'),
  '/privacy': t('What this site keeps about you, for how long, and who can see it.'),
}
