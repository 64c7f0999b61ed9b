import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { resendConfirmation } from '../../../../contract/endpoints/users.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { refetchTopics } from '../../../lib/query-client.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { UserAction } from './user-action.tsx'

export function ResendConfirmation({ user: { profile } }: { user: UserDetails }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(resendConfirmation, { params: { userId: profile.id } }),
    onSuccess: () =>
      toast({
        title: t('Confirmation Sent'),
        description: t('A new link is on its way to {email}. Earlier ones are void.', { email: profile.email }),
      }),
    onError: (failure) => {
      toast({ title: failureTitles.update, description: messageOf(failure), variant: 'destructive' })
      // The most likely reason is that the address has been confirmed meanwhile.
      refetchTopics(['profile'])
    },
  })
  return (
    <>
      <UserAction icon={MailCheck} busy={isPending} onClick={() => mutate()}>
        {t('Resend confirmation')}
      </UserAction>
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
    </>
  )
}
