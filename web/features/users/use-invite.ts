import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { createInvitation } from '../../../contract/endpoints/invitations.ts'
import type { Duty } from '../../../contract/roles.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { call } from '../../lib/api.ts'
import { refetchTopics } from '../../lib/query-client.ts'

export type MadeInvitation = OutputOf<typeof createInvitation>
/** The duty of the invited administrator, and the only address that may register. */
export interface Invited {
  email?: string | undefined
  duty: Duty
}

export type Invite = ReturnType<typeof useInvite>

/**
 * Makes one invitation. It belongs to the page and not to the dialog: the server shows the link only once, so a dialog
 * that was closed too early shows it again.
 */
export function useInvite() {
  const isFinished = useRef(false)
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: ({ email, duty }: Invited) => call(createInvitation, { body: { duty, ...(email && { email }) } }),
    onSuccess: () => refetchTopics(['profile']),
  })
  return {
    make: mutate,
    isPending,
    made: data,
    error,
    forget: reset,
    finish: () => (isFinished.current = true),
    /** Called when the dialog is gone. Forgets the link if the person was done with it. */
    settle: () => {
      if (isFinished.current) reset()
      isFinished.current = false
    },
  }
}
