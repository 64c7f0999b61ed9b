import { t } from '../../../../contract/translate.ts'
import { LegalDocument } from '../../../features/legal/legal-document.tsx'
import { dataSections, rightsSections } from './sections.tsx'

export function PrivacyPage() {
  return (
    <LegalDocument
      title={t('Privacy Policy')}
      changedOn={new Date(2026, 10, 28)}
      summary={summary}
      sections={[...dataSections, ...rightsSections]}
    />
  )
}

const summary = [
  t('The site keeps what it needs to hold your coins and to show who moved them, and nothing for advertising.'),
  t('Nothing is loaded from other companies: no trackers, no fonts, no pictures, no statistics.'),
  t('Administrators see your data in order to decide your requests. Other members see very little of it.'),
  t('Sign-ins are kept with their IP address, so that you and the operator can tell a stranger.'),
]
