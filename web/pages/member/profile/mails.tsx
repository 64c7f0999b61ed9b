import { useMutation, useQuery } from '@tanstack/react-query'
import {
  getMailPreferences,
  mailGroups,
  saveMailPreferences,
  type MailGroup,
} from '../../../../contract/endpoints/mail-preferences.ts'
import type { MailPreferences } from '../../../../contract/mail-preferences.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { queryOf } from '../../../lib/query-of.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { toast } from '../../../ui/toast.ts'

const preferencesQuery = queryOf(getMailPreferences, ['profile'], {})

const names: Record<MailGroup, string> = {
  decisions: t('Decisions about your requests, and corrections of your balance'),
  coins: t('Coins that another member sends you'),
  rewards: t('Rewards for friends'),
  payouts: t('Payments of your withdrawals'),
  chat: t('Answers in the chat that you have not read for ten minutes'),
}

/** The groups of mails that the member gets. Each choice is saved at once. */
export function MailsSection() {
  const read = useQuery(preferencesQuery)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (change: Partial<MailPreferences>) => call(saveMailPreferences, { body: change }),
    onSuccess: (saved) => {
      queryClient.setQueryData(preferencesQuery.queryKey, saved)
      toast(toasts.profileUpdated)
    },
    onError: (error) => toast({ title: failureTitles.update, description: messageOf(error), variant: 'destructive' }),
  })
  const shown = read.data && { ...read.data, ...(isPending ? variables : {}) }
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-2">
        {t(
          'You get mails about what happened while you were away. Mails about the safety of your account always come.',
        )}
      </p>
      <ReadProblem reads={[read]} />
      {shown && (
        <fieldset className="grid justify-items-start gap-2" disabled={isPending}>
          <legend className="sr-only">{t('Mails')}</legend>
          {mailGroups.map((group) => (
            <Checkbox key={group} checked={shown[group]} onChange={({ target }) => mutate({ [group]: target.checked })}>
              {names[group]}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </div>
  )
}
