import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { releaseFinding } from '../../../../contract/endpoints/verification.ts'
import { reversalReasonBody } from '../../../../contract/reversal-reason.ts'
import { t, tc } from '../../../../contract/translate.ts'
import type { Finding } from '../../../../contract/verification.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { FactRow } from '../../../ui/fact-row.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** A broken rule: what it stops, whether it is still broken, and its release. */
export function FindingItem({ finding }: { finding: Finding }) {
  const { rule, member, expected, actual, first_seen_at: first, settled_at: settled, release } = finding
  return (
    <article className="grid gap-1 border-t border-line pt-3">
      {/* The database names the rule in English, and the manual is searched for these words. */}
      <h3 className="font-semibold" lang="en" dir="ltr">
        {rule}
      </h3>
      <p className="text-sm text-ink-2">{stopTexts[finding.stops]()}</p>
      <dl>
        {member && (
          <FactRow name={t('Account')}>
            <Link to="/admin/users/$userId" params={{ userId: member.id }} className="link">
              {member.full_name}
            </Link>
          </FactRow>
        )}
        {expected !== null && <FactRow name={t('Expected')}>{expected}</FactRow>}
        {actual !== null && <FactRow name={tc('by a check', 'Found')}>{actual}</FactRow>}
        <FactRow name={t('First seen')}>
          <TimeText value={first} />
        </FactRow>
        <FactRow name={t('Right again')}>{settled === null ? t('No') : <TimeText value={settled} />}</FactRow>
      </dl>
      {release ? (
        <p className="text-sm text-ink-2">
          {richText('Released by {name}, {time}: {reason}', {
            name: release.by,
            time: <TimeText value={release.at} />,
            reason: release.reason,
          })}
        </p>
      ) : (
        <Release finding={finding} />
      )}
    </article>
  )
}

const stopTexts: Record<Finding['stops'], () => string> = {
  account: () => t('Coins of this account do not move until it is released.'),
  platform: () => t('Nothing is approved on the whole platform until it is released.'),
  nothing: () => t('It stops nothing.'),
}

/** The release, for owners. While the rule is broken it says what has to come first. */
function Release({ finding }: { finding: Finding }) {
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  if (!may(releaseFinding)) return null
  if (finding.settled_at === null) {
    return <p className="text-sm text-ink-2">{t('It can be released once a check has found the books right again.')}</p>
  }
  const act = async (reason: string) => {
    try {
      await call(releaseFinding, { params: { findingId: finding.id }, body: { reason } })
    } finally {
      refetchTopics(['changes'])
    }
  }
  return (
    <div>
      <Button variant="ghost" size="sm" onClick={() => setIsOpen(true)}>
        {t('Release')}
      </Button>
      {isOpen && (
        <ReasonDialog
          title={t('Release this finding?')}
          description={t('What it has stopped goes on. Say what was wrong, and what has put it right.')}
          actionLabel={t('Release')}
          hint={t('It is kept on record with your name.')}
          schema={reversalReasonBody}
          draftKey={`release-finding:${finding.id}`}
          act={act}
          done={{ title: t('Finding Released'), description: t('Decisions go on.') }}
          onClosed={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
