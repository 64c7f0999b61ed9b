import { useMutation, useQuery } from '@tanstack/react-query'
import { failureTitles } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { canBeWoken, pushQuery, turnPushOff, turnPushOn } from '../../../features/push.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useSession } from '../../../lib/session.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { toast } from '../../../ui/toast.ts'

/** Lets this device show that there is news, if the operator and the browser offer it. */
export function PushSwitch() {
  const { user } = useSession()
  const { data } = useQuery(pushQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ isOn, key, userId }: { isOn: boolean; key: string; userId: string }) => {
      if (isOn) return turnPushOn(key, userId)
      await turnPushOff()
      return true
    },
    onSuccess: (isDone) => {
      if (!isDone) toast({ title: t('This browser does not allow it.'), variant: 'destructive' })
    },
    onError: (error) => toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
  if (!data || data.public_key === null || !user || !canBeWoken()) return null
  const { public_key: key } = data
  return (
    <div className="grid justify-items-start gap-1 rounded-3 border border-line bg-surface p-4 text-sm">
      <Checkbox
        checked={isPending ? variables.isOn : data.is_on}
        disabled={isPending}
        onChange={({ target }) => mutate({ isOn: target.checked, key, userId: user.id })}
      >
        {t('Show on this device that there is news while no page of ET is in sight')}
      </Checkbox>
      <p className="text-ink-2">
        {t(
          'The message says only that there is news. It comes through the push service of your browser’s maker. It ends with this log-in: when you log out, when you are logged out for inactivity, when you log in on another device, and after 12 hours at the latest.',
        )}
      </p>
    </div>
  )
}
