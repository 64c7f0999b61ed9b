import { useMutation } from '@tanstack/react-query'
import { assignRequests } from '../../../../contract/endpoints/desk.ts'
import type { Request } from '../../../../contract/requests.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { toast } from '../../../ui/toast.ts'
import { requesterOf } from '../request-display.ts'

/** Assigns requests, or releases them with null. Says why if it fails. */
export function useAssignment() {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ requests, assigneeId }: { requests: readonly Request[]; assigneeId: string | null }) =>
      call(assignRequests, {
        body: {
          requests: requests.map((request) => ({ user_id: requesterOf(request).userId, request_id: request.id })),
          assignee_id: assigneeId,
        },
      }),
    onSuccess: () => refetchTopics(['desk']),
    onError: (error) => toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' }),
  })
  return { assign: mutate, isPending }
}
