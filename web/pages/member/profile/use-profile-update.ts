import { useMutation } from '@tanstack/react-query'
import type { CallInput } from '../../../../contract/typed-endpoints.ts'
import { updateProfile } from '../../../../contract/endpoints/own-profile.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { isNotConfirmed, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { sessionQuery } from '../../../lib/session.ts'
import { toast } from '../../../ui/toast.ts'

type ProfileChange = CallInput<typeof updateProfile>['body']

interface UpdateOptions {
  onSaved: (profile: Profile) => void
  onRefused: (error: Error) => void
}

/**
 * Saves a part of one's own profile. A member who cancels the confirmation has changed nothing, so no failure is shown.
 */
export function useProfileUpdate(userId: string, { onSaved, onRefused }: UpdateOptions) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ProfileChange) => call(updateProfile, { params: { userId }, body }),
    onSuccess: (profile) => {
      keepInSession(profile)
      onSaved(profile)
      toast(toasts.profileUpdated)
    },
    onError: (failure) => {
      if (isNotConfirmed(failure)) return
      onRefused(failure)
      toast({ title: failureTitles.update, description: messageOf(failure), variant: 'destructive' })
    },
  })
  return { save: mutate, isPending, error: isNotConfirmed(error) ? null : error }
}

/** Stores the profile in the session, from which the rest of the page reads it. */
function keepInSession(profile: Profile): void {
  queryClient.setQueryData(sessionQuery.queryKey, (answer) =>
    answer?.session ? { ...answer, session: { ...answer.session, profile } } : answer,
  )
}
