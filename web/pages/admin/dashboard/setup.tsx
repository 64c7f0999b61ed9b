import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../../lib/public-queries.ts'
import { useStoredText } from '../../../lib/stored-text.ts'
import { late } from '../../../ui/late.tsx'

// By far the most visits are to a site that has been set up.
const LateList = late(async () => (await import('./setup-list.tsx')).SetupList)

/** What an operator has yet to do before members can be served; gone once all of it is done, or by a click. */
export function SetupCard() {
  const { text: choice, keep } = useStoredText('setup-list')
  const { data: platform } = useQuery(settingsQuery)
  // A made-up world has nothing to set up.
  if (choice === hidden || platform?.is_demo !== false) return null
  return <LateList need props={{ onHide: () => keep(hidden) }} />
}

const hidden = 'hidden'
