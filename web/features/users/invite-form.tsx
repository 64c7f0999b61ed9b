import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent, ReactNode } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { dutyNames } from '../../../contract/duty-names.ts'
import { createInvitationBody } from '../../../contract/user-bodies.ts'
import type { Duty } from '../../../contract/roles.ts'
import { t } from '../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { richText } from '../../lib/rich-text.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { DutyChoice } from './duty-choice.tsx'
import { KeptMailsLink } from './kept-mails-link.tsx'
import type { Invite, MadeInvitation } from './use-invite.ts'

interface InviteFormProps {
  invite: Invite
  /** Says before the click if another owner must confirm the invitation. */
  notice: ReactNode
  /** Called when the person is done with the link. */
  onDone: () => void
}

/** Asks for the duty and an optional address, and then shows the link until the person is done with it. */
export function InviteForm({ invite, notice, onDone }: InviteFormProps) {
  const { make, isPending, made, error, forget } = invite
  const form = useForm({ resolver: zodResolver(createInvitationBody), defaultValues: { email: '' } })
  // Undefined until one is chosen.
  const duty: Duty | undefined = useWatch({ control: form.control, name: 'duty' })
  const { drop } = useDraft('invited-address', form)
  const finish = () => {
    invite.finish()
    onDone()
  }
  if (made) return <InvitationLink made={made} onDone={finish} />

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    forget()
    const empty = () => (drop(), form.reset())
    void form.handleSubmit((invited) => make(invited, { onSuccess: empty }))()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error && !isNotConfirmed(error) && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <DutyChoice
        value={duty ?? null}
        onChange={(chosen) => form.setValue('duty', chosen, { shouldDirty: true, shouldValidate: true })}
        error={form.formState.errors.duty?.message}
      />
      <Field
        label={t('Email')}
        note={t('optional')}
        hint={t('With an address the link is mailed to it, and only that address can register with it.')}
        error={form.formState.errors.email?.message}
      >
        <TextInput
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isPending}
          {...form.register('email', { setValueAs: (text: string) => text.trim() || undefined })}
        />
      </Field>
      <p className="text-sm text-ink-2">
        {t('You are asked to confirm that it is you, and all owners are told by mail.')}
      </p>
      {notice}
      <SubmitButton busy={isPending} className="justify-self-start">
        {isPending ? t('Creating the link...') : t('Create invitation link')}
      </SubmitButton>
    </form>
  )
}

interface InvitationLinkProps {
  made: MadeInvitation
  onDone: () => void
}

function InvitationLink({ made: { invitation, link }, onDone }: InvitationLinkProps) {
  return (
    <div className="grid gap-4">
      <Notice
        tone="ok"
        role="status"
        title={t('The invitation is made: {duty}.', { duty: dutyNames[invitation.duty] })}
      >
        {invitation.status === 'waiting' && `${t('Its link works once another owner has approved it.')} `}
        {invitation.email
          ? t('The link was mailed to {email}, and only that address can register with it.', {
              email: invitation.email,
            })
          : t('Whoever has the link can register as an administrator, once.')}
      </Notice>
      <Field
        label={t('Invitation link')}
        hint={richText('It is shown this once. It can be used until {time}.', {
          time: <TimeText value={invitation.expires_at} />,
        })}
      >
        <TextInput readOnly value={link} className="mono" onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={link} label={t('Copy the invitation link')} variant="primary" size="md">
          {t('Copy link')}
        </CopyButton>
        <Button variant="ghost" onClick={onDone}>
          {t('Done')}
        </Button>
        {invitation.email && <KeptMailsLink />}
      </div>
    </div>
  )
}
