import { useQuery } from '@tanstack/react-query'
import { getChangeOutlook } from '../../../contract/endpoints/proposed-changes.ts'
import type { ChangeOutlook } from '../../../contract/outlook.ts'
import type { CallInput } from '../../../contract/typed-endpoints.ts'
import { queryOf, withoutUndefined, type Undefinable } from '../../lib/query-of.ts'
import { useMay } from '../../lib/use-may.ts'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'

/** The kind of a change, with the values that its rules ask for. */
export type ChangeFacts = Undefinable<Query> & Pick<Query, 'kind'>
type Query = CallInput<typeof getChangeOutlook>['query']

const unasked: ChangeFacts = { kind: 'invitation' }

/** Asks what a change would need now. Null facts ask nothing. */
export function useChangeOutlook(facts: ChangeFacts | null): ChangeOutlook | undefined {
  const mayChange = useMay()(getChangeOutlook)
  const read = useQuery({
    ...queryOf(getChangeOutlook, ['settings', 'wallet', 'profile', 'changes'], {
      query: withoutUndefined(facts ?? unasked),
    }),
    enabled: mayChange && facts !== null,
  })
  return facts ? read.data : undefined
}

/** True if the change would wait. Its button then proposes it. */
export function isProposal(outlook: ChangeOutlook | undefined): boolean {
  return outlook !== undefined && outlook.need !== 'nothing'
}

const LateText = loadWhenNeeded(async () => (await import('./change-notice-text.tsx')).ChangeNoticeText)

interface ChangeNoticeProps {
  kind: ChangeFacts['kind']
  outlook: ChangeOutlook | undefined
}

/** Says before a change that another owner must confirm it, and why. Shows nothing for a change that is made at once. */
export function ChangeNotice({ kind, outlook }: ChangeNoticeProps) {
  return (
    <div role="status" className="empty:hidden">
      {outlook && isProposal(outlook) && <LateText isNeeded props={{ kind, outlook }} />}
    </div>
  )
}

/** The same for an invitation. Two screens have its form. */
export function InvitationNotice() {
  return <ChangeNotice kind="invitation" outlook={useChangeOutlook(unasked)} />
}
