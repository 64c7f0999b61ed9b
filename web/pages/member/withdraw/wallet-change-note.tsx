import { queryOptions, useQuery } from '@tanstack/react-query'
import { getWalletChange } from '../../../../contract/endpoints/own-profile.ts'
import { walletChangeShownHours } from '../../../../contract/endpoints/request-review.ts'
import { call } from '../../../lib/api.ts'
import { richText } from '../../../lib/rich-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

/** Says that administrators see a new address with the withdrawal, so that the member expects a question about it. */
export function WalletChangeNote() {
  const { data } = useQuery(walletChangeQuery)
  if (!data?.changed_at) return null
  return (
    <Notice>
      {richText(
        'The last change of this address: {time}. For {hours} hours, whoever decides about a withdrawal is shown it. If it was not you, contact support at once.',
        { time: <TimeText value={data.changed_at} />, hours: walletChangeShownHours },
      )}
    </Notice>
  )
}

const walletChangeQuery = queryOptions({
  queryKey: [getWalletChange.id],
  queryFn: ({ signal }) => call(getWalletChange, {}, { signal }),
  meta: { topics: ['profile'], isPublic: false },
})
