import { useMutation } from '@tanstack/react-query'
import { sendConfirmation } from '../../../contract/endpoints/auth.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'

/** Sends the confirmation mail once more, for a person who has the password of an unconfirmed account. */
export function ConfirmationOffer({ credentials }: { credentials: { email: string; password: string } }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(sendConfirmation, { body: credentials }),
  })
  return (
    <div className="grid justify-items-start gap-2">
      {!isSuccess && (
        <Button variant="ghost" size="sm" busy={isPending} onClick={() => mutate()}>
          {isPending ? t('Sending...') : t('Send the confirmation again')}
        </Button>
      )}
      <p role="status" className="empty:hidden">
        {isSuccess && t('We sent it again, to {email}. Only the newest link works.', { email: credentials.email })}
        {error && messageOf(error)}
      </p>
    </div>
  )
}
