import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/translate.ts'
import { settingsQuery } from '../../lib/public-queries.ts'

/** Links to the kept mails, if this installation keeps its mails instead of sending them. */
export function KeptMailsLink() {
  const { data: settings } = useQuery(settingsQuery)
  if (!settings?.has_mail_page) return null
  return (
    <a className="link" href="/dev/mail" target="_blank" rel="noreferrer">
      {t('Open the mails of this installation')}
    </a>
  )
}
