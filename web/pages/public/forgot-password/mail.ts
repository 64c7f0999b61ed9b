import { useMutation } from '@tanstack/react-query'
import { forgotPassword } from '../../../../contract/endpoints/recovery.ts'
import { failureTitles } from '../../../../contract/texts.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { toast } from '../../../ui/toast.ts'

/** Asks the server for the mail with the link, and shows a toast if that fails. */
export function useResetMail(onSent: (email: string) => void) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { body: { email } }),
    onSuccess: (_, email) => onSent(email),
    onError: (failure) =>
      toast({ title: failureTitles.resetMail, description: messageOf(failure), variant: 'destructive' }),
  })
  return { send: mutate, isBusy: isPending, error, forget: reset }
}
