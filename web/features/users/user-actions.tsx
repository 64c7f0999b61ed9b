import { useMutation } from '@tanstack/react-query'
import { KeyRound, LogOut, MailCheck, UserCog, type LucideIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { failureTitles } from '../../../contract/texts.ts'
import { resendConfirmation, resetTwoFactor, signOutUser, type UserDetails } from '../../../contract/users.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { refetchTopics } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { StatusDialog } from './status-dialog.tsx'

type Act = 'status' | 'sign-out' | 'two-factor'

/** What an administrator may do to this account; what is not possible says why. */
export function UserActions({ user }: { user: UserDetails }) {
  const { user: caller } = useSession()
  const [open, setOpen] = useState<Act | null>(null)
  const { profile, session_count: sessionCount } = user
  const isOneself = caller?.id === profile.id
  const noSession = sessionCount === 0 ? 'Nobody is signed in to this account.' : undefined

  return (
    <div className="grid gap-3">
      <Action
        icon={UserCog}
        onClick={() => setOpen('status')}
        obstacle={isOneself ? 'This is your own account: another administrator can change its status.' : undefined}
      >
        Change status
      </Action>
      <Action
        icon={LogOut}
        onClick={() => setOpen('sign-out')}
        obstacle={isOneself ? 'This is your own account: you can log out yourself.' : noSession}
      >
        Sign out everywhere
      </Action>
      {!user.email_confirmed && <ResendConfirmation user={user} />}
      {user.two_factor_on && (
        <Action
          icon={KeyRound}
          onClick={() => setOpen('two-factor')}
          obstacle={
            isOneself ? 'This is your own account: another administrator can remove its second factor.' : undefined
          }
        >
          Remove two-factor
        </Action>
      )}
      <OpenDialog open={open} user={user} onClosed={() => setOpen(null)} />
    </div>
  )
}

interface ActionProps {
  icon: LucideIcon
  /** Why it cannot be done now. */
  obstacle?: string | undefined
  busy?: boolean
  onClick: () => void
  children: ReactNode
}

function Action({ icon: Icon, obstacle, busy, onClick, children }: ActionProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <Button
        variant="ghost"
        busy={busy}
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={obstacle && id}
        onClick={onClick}
        className="justify-start"
      >
        <Icon aria-hidden="true" />
        {children}
      </Button>
      {obstacle && (
        <p id={id} className="text-sm text-ink-2">
          {obstacle}
        </p>
      )}
    </div>
  )
}

function ResendConfirmation({ user: { profile } }: { user: UserDetails }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(resendConfirmation, { params: { userId: profile.id } }),
    onSuccess: () =>
      toast({
        title: 'Confirmation Sent',
        description: `A new link is on its way to ${profile.email}. Earlier ones are void.`,
      }),
    onError: (failure) => {
      toast({ title: failureTitles.update, description: messageOf(failure), variant: 'destructive' })
      // Most likely the address has been confirmed meanwhile.
      refetchTopics(['profile'])
    },
  })
  return (
    <>
      <Action icon={MailCheck} busy={isPending} onClick={() => mutate()}>
        Resend confirmation
      </Action>
      {error && (
        <Notice tone="bad" role="alert">
          {messageOf(error)}
        </Notice>
      )}
    </>
  )
}

interface OpenDialogProps {
  open: Act | null
  user: UserDetails
  onClosed: () => void
}

function OpenDialog({ open, user, onClosed }: OpenDialogProps) {
  const { id: userId, full_name: name } = user.profile
  switch (open) {
    case null:
      return null
    case 'status':
      return <StatusDialog user={user} onClosed={onClosed} />
    case 'sign-out':
      return (
        <ReasonDialog
          title="Sign out everywhere"
          description={`Every device of ${name} is signed out at once. They can log in again.`}
          actionLabel="Sign out"
          draftKey={`sign-out-reason:${userId}`}
          tone="bad-solid"
          act={(reason) => call(signOutUser, { params: { userId }, body: { reason } })}
          done={{ title: 'Signed Out', description: `${name} is signed out everywhere.` }}
          onClosed={onClosed}
        />
      )
    case 'two-factor':
      return (
        <ReasonDialog
          title="Remove two-factor"
          description={`${name} will log in with the password alone until two-factor is set up again. The owner is told by mail.`}
          actionLabel="Remove two-factor"
          draftKey={`two-factor-reason:${userId}`}
          tone="bad-solid"
          act={(reason) => call(resetTwoFactor, { params: { userId }, body: { reason } })}
          done={{ title: 'Two-Factor Removed', description: `${name} is told by mail.` }}
          onClosed={onClosed}
        />
      )
  }
}
