import { useQuery } from '@tanstack/react-query'
import { ApprovalNotice } from '../../../features/requests/approvals/approval-notice.tsx'
import { requestReviewQuery } from '../../../features/requests/approvals/approvals-queries.ts'
import { ReadProblem } from '../../../ui/read-problem.tsx'

/** The needs of an approval, which the server works out when the request is opened. */
export function Outlook({ userId, requestId }: { userId: string; requestId: string }) {
  const read = useQuery(requestReviewQuery(userId, requestId))
  return (
    <>
      <ReadProblem reads={[read]} />
      <ApprovalNotice outlook={read.data?.outlook} />
    </>
  )
}
