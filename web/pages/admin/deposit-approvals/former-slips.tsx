import type { FormerSlip } from '../../../../contract/slip-requests.ts'
import { t } from '../../../../contract/translate.ts'
import { richText } from '../../../lib/rich-text.ts'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { SlipViewer } from './slip-viewer.tsx'
import { useState } from 'react'

interface FormerSlipsProps {
  userId: string
  slips: readonly FormerSlip[]
}

/** The slips that were replaced, newest first. Each is read when it is opened. */
export function FormerSlips({ userId, slips }: FormerSlipsProps) {
  return (
    <section aria-label={t('Earlier slips')} className="grid gap-2 text-sm">
      <h3 className="font-semibold">{t('Earlier slips')}</h3>
      <ol reversed className="grid gap-2">
        {slips.map((slip) => (
          <li key={slip.revision} className="rounded-2 border border-line bg-surface p-3">
            <p>{richText('Sent {time}', { time: <TimeText value={slip.sent_at} /> })}</p>
            <p className="text-ink-2">
              {richText('{name} asked {time}: {reason}', {
                name: <PersonName>{slip.asked_by_name}</PersonName>,
                time: <TimeText value={slip.asked_at} />,
                reason: <q className="break-words whitespace-pre-line">{slip.reason}</q>,
              })}
            </p>
            {slip.transaction_hash && <p className="mono break-all text-ink-2">{slip.transaction_hash}</p>}
            {slip.upload ? (
              <EarlierFile userId={userId} uploadId={slip.upload.id} />
            ) : (
              <p className="text-ink-2">{t('Its file was kept, and the hash was corrected.')}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function EarlierFile({ userId, uploadId }: { userId: string; uploadId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link min-h-8 cursor-pointer pointer-coarse:min-h-11">{t('Show this slip')}</summary>
      {isOpen && <SlipViewer userId={userId} uploadId={uploadId} onSeen={() => {}} />}
    </details>
  )
}
