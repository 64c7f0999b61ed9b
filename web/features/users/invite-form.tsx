import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { createInvitation, createInvitationBody } from '../../../contract/invitations.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { fieldErrors } from '../../lib/field-errors.ts'
import { refetchTopics } from '../../lib/query-client.ts'
import { useTextDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { KeptMailsLink } from './kept-mails-link.tsx'

/** Asks for an optional address and then shows the link, which cannot be shown again. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const { text: email, setText: setEmail, drop } = useTextDraft('invited-address')
  const { mutate, isPending, data, error, reset } = useMutation({
    mutationFn: (email: string | undefined) => call(createInvitation, { body: email ? { email } : {} }),
    onSuccess: () => {
      drop()
      refetchTopics(['profile'])
    },
  })
  const [fault, setFault] = useState<string>()
  if (data) return <InvitationLink made={data} onDone={onDone} />

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const typed = email.trim()
    const parsed = createInvitationBody.safeParse(typed === '' ? {} : { email: typed })
    setFault(parsed.success ? undefined : fieldErrors(parsed.error)['email'])
    reset()
    if (parsed.success) mutate(parsed.data.email)
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
      <Field
        label="Email"
        note="optional"
        hint="With an address the link is mailed to it, and only that address can register with it."
        error={fault}
      >
        <TextInput
          type="email"
          name="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          readOnly={isPending}
          onChange={(event) => (setEmail(event.target.value), setFault(undefined))}
        />
      </Field>
      <Button type="submit" busy={isPending} className="justify-self-start">
        {isPending ? 'Creating the link...' : 'Create invitation link'}
      </Button>
    </form>
  )
}

interface InvitationLinkProps {
  made: Awaited<ReturnType<typeof call<typeof createInvitation>>>
  onDone: () => void
}

function InvitationLink({ made: { invitation, link }, onDone }: InvitationLinkProps) {
  return (
    <div className="grid gap-4">
      <Notice tone="ok" role="status" title="The invitation is made.">
        {invitation.email
          ? `The link was mailed to ${invitation.email}, and only that address can register with it.`
          : 'Whoever has the link can register as an administrator, once.'}
      </Notice>
      <Field
        label="Invitation link"
        hint={
          <>
            It is shown this once. It can be used until <TimeText value={invitation.expires_at} />.
          </>
        }
      >
        <TextInput readOnly value={link} className="mono" onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={link} label="Copy the invitation link" variant="primary" size="md">
          Copy link
        </CopyButton>
        <Button variant="ghost" onClick={onDone}>
          Done
        </Button>
        {invitation.email && <KeptMailsLink />}
      </div>
    </div>
  )
}
