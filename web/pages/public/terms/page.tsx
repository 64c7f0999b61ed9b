import { t } from '../../../../contract/translate.ts'
import { LegalDocument } from '../../../features/legal/legal-document.tsx'
import { termsOfCoins, termsOfUse } from './sections.tsx'

export function TermsPage() {
  return (
    <LegalDocument
      title={t('Terms of Service')}
      changedOn={new Date(2026, 10, 28)}
      summary={summary}
      sections={[...termsOfCoins, ...termsOfUse]}
    />
  )
}

const summary = [
  t('ET exists in the books of this site only, and nobody promises that it will be worth anything.'),
  t('Buying, sending and withdrawing are requests, which are decided one by one.'),
  t('A payment to a wrong address or over a wrong network cannot be brought back.'),
  t('This site takes no fees of its own.'),
]
