import { useQuery } from '@tanstack/react-query'
import type { BackupState } from '../../../../contract/backups.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Notice } from '../../../ui/notice.tsx'
import { AgoText } from '../../../ui/time-text.tsx'
import { backupStateQuery } from './dashboard-queries.ts'

/** Warns while the last backup is missing or too old. Backups that the server cannot see are never called good. */
export function BackupNotice() {
  const { data } = useQuery(backupStateQuery)
  if (!data) return null
  if (data.state === 'unknown') {
    return (
      <Notice title={t('Backups are not checked here.')}>
        {t('The data lies in a PostgreSQL of the operator, who has to watch its backups.')}
      </Notice>
    )
  }
  if (data.state === 'none') {
    return (
      <Notice tone="warn" title={t('There is no backup.')}>
        {t('If the disk fails, everything is lost. The operator’s manual says how backups are made.')}
      </Notice>
    )
  }
  return data.state === 'late' ? <LateNotice {...data} /> : null
}

function LateNotice({ last_backup_at: at, warn_hours: hours }: BackupState) {
  return (
    <Notice tone="warn" title={t('The last backup is too old.')}>
      {at && <AgoText value={at} />}{' '}
      {tn('It should not be older than {count} hour.', 'It should not be older than {count} hours.', hours)}
    </Notice>
  )
}
