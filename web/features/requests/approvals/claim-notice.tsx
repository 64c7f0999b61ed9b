import type { Claim } from '../../../../contract/desk-claims.ts'
import { t } from '../../../../contract/translate.ts'
import { useSession } from '../../../lib/session.ts'
import { Notice } from '../../../ui/notice.tsx'
import { othersText } from './claim-texts.ts'

/** Says before a decision that another administrator has the request or looks at it. */
export function ClaimNotice({ claim }: { claim: Claim | undefined }) {
  const { profile } = useSession()
  const text = othersText(claim, profile?.id)
  if (text === undefined) return null
  return (
    <Notice tone="warn" title={text}>
      {t('You can decide it all the same.')}
    </Notice>
  )
}
