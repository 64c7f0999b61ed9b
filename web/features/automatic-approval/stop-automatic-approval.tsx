import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/public-queries.ts'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'

const LateNotice = loadWhenNeeded(async () => (await import('./stop-notice.tsx')).StopNotice)

/** Says that purchases are approved without a person, with the switch that stops it at once. Empty while it is off. */
export function StopAutomaticApproval() {
  const isOn = useQuery(settingsQuery).data?.is_automatic_approval_on ?? false
  return <LateNotice isNeeded={isOn} props={{ isOn }} />
}
