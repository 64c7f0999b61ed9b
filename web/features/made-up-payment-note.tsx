import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../lib/public-queries.ts'
import { loadWhenNeeded } from '../ui/load-when-needed.tsx'

const LateNote = loadWhenNeeded(async () => (await import('./made-up-payment-text.tsx')).MadeUpPaymentText)

/** Says in a demonstration that its payments are made up. Empty elsewhere. */
export function MadeUpPaymentNote() {
  const { data: settings } = useQuery(settingsQuery)
  return <LateNote isNeeded={settings?.is_demo === true} props={{}} />
}
