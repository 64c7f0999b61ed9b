import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { settingsQuery } from '../../lib/public-queries.ts'

/** Leads to the page of a transaction in the explorer. No explorer knows the transactions of a demonstration. */
export function ExplorerLink({ href }: { href: string }) {
  const { data: settings } = useQuery(settingsQuery)
  if (settings?.is_demo === true) return <span className="text-ink-3 print:hidden">{t('Made up')}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link inline-flex items-center gap-1.5 print:hidden">
      {t('Open in the explorer')}
      <ExternalLink aria-hidden="true" size={16} />
      <span className="sr-only">{t('(new tab)')}</span>
    </a>
  )
}
