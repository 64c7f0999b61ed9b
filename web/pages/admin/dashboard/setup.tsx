import { useQuery } from '@tanstack/react-query'
import { changeSettings } from '../../../../contract/endpoints/admin-settings.ts'
import { settingsQuery } from '../../../lib/public-queries.ts'
import { useStoredText } from '../../../lib/stored-text.ts'
import { useMay } from '../../../lib/use-may.ts'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'

// Most visits are to a site that is set up, so the list loads only when it is needed.
const LateList = loadWhenNeeded(async () => (await import('./setup-list.tsx')).SetupList)

/** The tasks of an operator before members can be served. The card goes once all are done, or by a click. */
export function SetupCard() {
  const { text: choice, keep } = useStoredText('setup-list')
  const mayChange = useMay()(changeSettings)
  const { data: platform } = useQuery(settingsQuery)
  // A demo has nothing to set up.
  if (!mayChange || choice === hidden || platform?.is_demo !== false) return null
  return <LateList isNeeded props={{ onHide: () => keep(hidden) }} />
}

const hidden = 'hidden'
