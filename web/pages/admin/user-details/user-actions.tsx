import { AtSign, DoorClosed, DoorOpen, KeyRound, LockOpen, LogOut, Scale, SquarePen, UserCog } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../../contract/translate.ts'
import type { Endpoint } from '../../../../contract/endpoint.ts'
import { adjustBalance } from '../../../../contract/endpoints/adjustments.ts'
import { beginClosure, callOffClosure } from '../../../../contract/endpoints/account-closure.ts'
import { correctDetails, correctEmail } from '../../../../contract/endpoints/email-change.ts'
import { liftStop } from '../../../../contract/endpoints/holds.ts'
import {
  changeUserStatus,
  resendConfirmation,
  resetTwoFactor,
  signOutUser,
} from '../../../../contract/endpoints/users.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { call } from '../../../lib/api.ts'
import { useSession } from '../../../lib/session.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Card } from '../../../ui/card.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { StatusDialog } from './status-dialog.tsx'
import { UserAction } from './user-action.tsx'

type Act = 'closure' | 'call-off' | 'status' | 'details' | 'email' | 'lift-stop' | 'adjust' | 'sign-out' | 'two-factor'

/**
 * The actions that an administrator has on this account. One that is not possible says why; one that the duty does not
 * cover is left out. Only an owner changes the account of another administrator.
 */
export function UserActions({ user }: { user: UserDetails }) {
  const { user: caller, profile: own } = useSession()
  const covers = useMay()
  const isInReach = user.profile.role === 'user' || own?.duty === 'owner'
  const may = (endpoint: Parameters<typeof covers>[0]) => isInReach && covers(endpoint)
  const [open, setOpen] = useState<Act | null>(null)
  const { profile, session_count: sessionCount } = user
  const isOneself = caller?.id === profile.id
  const hasActions = [changeUserStatus, adjustBalance, signOutUser, resendConfirmation, resetTwoFactor].some(may)
  const noSession = sessionCount === 0 ? t('Nobody is signed in to this account.') : undefined

  if (!hasActions || profile.status === 'Closed') return null
  return (
    <Card title={t('Actions')} className="grid gap-3">
      {may(changeUserStatus) && (
        <UserAction
          icon={UserCog}
          onClick={() => setOpen('status')}
          obstacle={isOneself ? t('This is your own account: another administrator can change its status.') : undefined}
        >
          {t('Change status')}
        </UserAction>
      )}
      <Corrections user={user} may={may} onOpen={setOpen} />
      {user.outgoing?.is_stopped && may(liftStop) && (
        <UserAction icon={LockOpen} onClick={() => setOpen('lift-stop')}>
          {t('Let withdrawals and transfers go on')}
        </UserAction>
      )}
      {user.wallet && may(adjustBalance) && (
        <UserAction icon={Scale} onClick={() => setOpen('adjust')}>
          {t('Adjust balance')}
        </UserAction>
      )}
      {may(signOutUser) && (
        <UserAction
          icon={LogOut}
          onClick={() => setOpen('sign-out')}
          obstacle={isOneself ? t('This is your own account: you can log out yourself.') : noSession}
        >
          {t('Sign out everywhere')}
        </UserAction>
      )}
      {!user.email_confirmed && may(resendConfirmation) && <ResendConfirmation user={user} />}
      {user.two_factor_on && may(resetTwoFactor) && (
        <UserAction
          icon={KeyRound}
          onClick={() => setOpen('two-factor')}
          obstacle={
            isOneself ? t('This is your own account: another administrator can remove its second factor.') : undefined
          }
        >
          {t('Remove two-factor')}
        </UserAction>
      )}
      {profile.role === 'user' && <Closing user={user} may={may} onOpen={setOpen} />}
      <OpenDialog open={open} user={user} onClosed={() => setOpen(null)} />
    </Card>
  )
}

interface PartProps {
  user: UserDetails
  may: (endpoint: Pick<Endpoint, 'duties'>) => boolean
  onOpen: (act: Act) => void
}

function Corrections({ user, may, onOpen }: PartProps) {
  if (user.profile.role !== 'user') return null
  return (
    <>
      {may(correctDetails) && (
        <UserAction icon={SquarePen} onClick={() => onOpen('details')}>
          {t('Correct details')}
        </UserAction>
      )}
      {user.email_confirmed && may(correctEmail) && (
        <UserAction icon={AtSign} onClick={() => onOpen('email')}>
          {t('Correct email')}
        </UserAction>
      )}
    </>
  )
}

function Closing({ user, may, onOpen }: PartProps) {
  if (user.closure) {
    return (
      may(callOffClosure) && (
        <UserAction icon={DoorOpen} onClick={() => onOpen('call-off')}>
          {t('Call off the closing')}
        </UserAction>
      )
    )
  }
  return (
    may(beginClosure) && (
      <UserAction icon={DoorClosed} onClick={() => onOpen('closure')}>
        {t('Close account')}
      </UserAction>
    )
  )
}

const LateAdjustDialog = loadWhenNeeded(async () => (await import('./adjust-dialog.tsx')).AdjustDialog)
const LateDetailsDialog = loadWhenNeeded(
  async () => (await import('./correct-details-dialog.tsx')).CorrectDetailsDialog,
)
const LateClosureDialog = loadWhenNeeded(async () => (await import('./closure-dialogs.tsx')).BeginClosureDialog)
const LateCallOffDialog = loadWhenNeeded(async () => (await import('./closure-dialogs.tsx')).CallOffDialog)
const LateEmailDialog = loadWhenNeeded(async () => (await import('./correct-email-dialog.tsx')).CorrectEmailDialog)

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
    case 'details':
      return <LateDetailsDialog isNeeded props={{ profile: user.profile, onClosed }} />
    case 'email':
      return <LateEmailDialog isNeeded props={{ profile: user.profile, onClosed }} />
    case 'adjust':
      return user.wallet && <LateAdjustDialog isNeeded props={{ user, wallet: user.wallet, onClosed }} />
    case 'closure':
      return <LateClosureDialog isNeeded props={{ profile: user.profile, onClosed }} />
    case 'call-off':
      return <LateCallOffDialog isNeeded props={{ profile: user.profile, onClosed }} />
    case 'lift-stop':
      return (
        <ReasonDialog
          title={t('Let withdrawals and transfers go on')}
          description={t(
            '{name} said that a change of the account was not theirs. Speak with them first, on a way that you know already, and write down how you made sure.',
            { name },
          )}
          actionLabel={t('Let them go on')}
          draftKey={`lift-stop-reason:${userId}`}
          tone="primary"
          act={(reason) => call(liftStop, { params: { userId }, body: { reason } })}
          done={{ title: t('Stop lifted'), description: t('{name} is told by mail.', { name }) }}
          onClosed={onClosed}
        />
      )
    case 'sign-out':
      return (
        <ReasonDialog
          title={t('Sign out everywhere')}
          description={t('Every device of {name} is signed out at once. They can log in again.', { name })}
          actionLabel={t('Sign out')}
          draftKey={`sign-out-reason:${userId}`}
          tone="bad-solid"
          act={(reason) => call(signOutUser, { params: { userId }, body: { reason } })}
          done={{ title: t('Signed Out'), description: t('{name} is signed out everywhere.', { name }) }}
          onClosed={onClosed}
        />
      )
    case 'two-factor':
      return <TwoFactorDialog user={user} onClosed={onClosed} />
  }
}

function TwoFactorDialog({ user, onClosed }: { user: UserDetails; onClosed: () => void }) {
  const { id: userId, full_name: name } = user.profile
  return (
    <ReasonDialog
      title={t('Remove two-factor')}
      description={t(
        '{name} will log in with the password alone until two-factor is set up again. The owner is told by mail.',
        { name },
      )}
      actionLabel={t('Remove two-factor')}
      draftKey={`two-factor-reason:${userId}`}
      tone="bad-solid"
      act={(reason) => call(resetTwoFactor, { params: { userId }, body: { reason } })}
      done={{ title: t('Two-Factor Removed'), description: t('{name} is told by mail.', { name }) }}
      onClosed={onClosed}
    />
  )
}
