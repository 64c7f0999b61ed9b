import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '../../../../contract/translate.ts'
import type { TransferForm } from './use-transfer-form.ts'
import { recentRecipientsQuery } from './recent-recipients-query.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useIsWaitShown } from '../../../ui/use-is-wait-shown.ts'

/** The recipient's member id, typed or chosen from the latest recipients. */
export function RecipientField({ form }: { form: TransferForm }) {
  const { recipient, spending, faults } = form
  const isWaiting = useIsWaitShown(recipient.state === 'waiting')
  return (
    <div className="grid gap-3">
      <Field
        label={t('Recipient Member ID')}
        hint={t('For example {memberId}.', { memberId: 'ET-7K3M9QX4P' })}
        error={faults.recipient}
        confirmed={recipient.state === 'found' ? recipient.name : undefined}
      >
        <TextInput
          value={spending.fields.recipient}
          onChange={(event) => form.typeRecipient(event.target.value)}
          readOnly={spending.isPending}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          trail={
            <span role="status" className="flex items-center gap-2 text-sm">
              {isWaiting && (
                <>
                  <Spinner className="size-4" />
                  {t('Checking...')}
                </>
              )}
              {!isWaiting && faults.recipient && <span className="sr-only">{faults.recipient}</span>}
            </span>
          }
        />
      </Field>
      {recipient.state === 'refused' && recipient.canRetry && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={form.lookAgain}>
          {t('Check again')}
        </Button>
      )}
      <RecentRecipients form={form} />
    </div>
  )
}

/** The latest recipients. If they cannot be read, the member types the id. */
function RecentRecipients({ form }: { form: TransferForm }) {
  const id = useId()
  const { data } = useQuery(recentRecipientsQuery)
  if (!data || data.items.length === 0) return null
  const chosen = form.spending.fields.recipient.trim().toUpperCase()
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <p id={id} className="text-sm font-semibold">
        {t('Recent recipients')}
      </p>
      <div className="flex flex-wrap gap-2">
        {data.items.map(({ full_name: name, member_id: memberId }) => (
          <button
            key={memberId}
            type="button"
            aria-pressed={chosen === memberId}
            disabled={form.spending.isPending}
            onClick={() => form.chooseRecipient(memberId)}
            className="flex min-h-12 max-w-full min-w-0 items-center gap-2.5 rounded-2 border border-line-strong bg-surface py-1.5 ps-2 pe-3.5 text-start hover:bg-sunken aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-on-brand-soft"
          >
            <Avatar name={name} seed={memberId} size={32} />
            <span className="grid min-w-0 text-sm">
              <PersonName isCut className="font-semibold">
                {name}
              </PersonName>
              <span className="mono text-2xs">{memberId}</span>
            </span>
          </button>
        ))}
      </div>
    </div>
  )
}
