import { useState } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { givenStatuses } from '../../../../contract/endpoints/profiles.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { changeUserStatus } from '../../../../contract/endpoints/users.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { call } from '../../../lib/api.ts'
import { profileStatusNames } from '../../../../contract/profile-status-names.ts'
import { ChangeNotice, isProposal, useChangeOutlook } from '../../../features/change-notice/change-notice.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'

interface StatusDialogProps {
  user: UserDetails
  onClosed: () => void
}

type Status = (typeof givenStatuses)[number]

/** The effect of each status on the account. */
const consequences: Record<Status, string> = {
  Active: t('Can log in again.'),
  Inactive: t('Signed out at once, and cannot log in. Pending requests stay and can be decided.'),
  Suspended: t(
    'Signed out at once, and told at the login that the account is suspended. Pending requests stay and can be decided.',
  ),
}

export function StatusDialog({ user: { profile, email_confirmed: isConfirmed }, onClosed }: StatusDialogProps) {
  const offered = givenStatuses.filter((status) => status !== profile.status)
  const [chosen, setChosen] = useState<Status | null>(null)
  const [fault, setFault] = useState<string>()
  const [isProposed, setIsProposed] = useState(false)
  const isAdmin = profile.role === 'admin'
  const outlook = useChangeOutlook(isAdmin && chosen ? { kind: 'status', user_id: profile.id, status: chosen } : null)
  const choose = (value: string) => {
    setChosen(offered.find((status) => status === value) ?? null)
    setFault(undefined)
  }
  const state = stateText(profile.full_name, profile.status)
  const act = async (reason: string) => {
    if (!chosen) return
    const answer = await call(changeUserStatus, { params: { userId: profile.id }, body: { status: chosen, reason } })
    setIsProposed(answer.is_proposed === true)
  }

  return (
    <ReasonDialog
      title={t('Change status')}
      description={isAdmin ? `${state} ${confirmationText}` : state}
      actionLabel={
        isProposal(outlook)
          ? t('Propose the change')
          : chosen
            ? t('Set {status}', { status: profileStatusNames[chosen] })
            : t('Change status')
      }
      draftKey={`status-reason:${profile.id}`}
      tone={chosen === 'Active' ? 'primary' : 'bad-solid'}
      check={() => {
        setFault(chosen ? undefined : t('Please choose a status.'))
        return chosen !== null
      }}
      act={act}
      done={
        isProposed
          ? toasts.changeProposed
          : { title: t('Status Updated'), description: stateText(profile.full_name, chosen ?? profile.status) }
      }
      onClosed={onClosed}
    >
      <RadioCards
        legend={t('New status')}
        name="status"
        className="sm:grid-cols-1"
        cards={offered.map((status) => toCard(status, isConfirmed))}
        value={chosen}
        onChange={choose}
        error={fault}
      />
      <ChangeNotice kind="status" outlook={outlook} />
    </ReasonDialog>
  )
}

function toCard(status: Status, isConfirmed: boolean) {
  const isBlocked = status === 'Active' && !isConfirmed
  return {
    value: status,
    label: profileStatusNames[status],
    detail: isBlocked ? errors.email_not_confirmed.message : consequences[status],
    disabled: isBlocked,
  }
}

const confirmationText = t('You are asked to confirm that it is you, and all owners are told by mail.')

function stateText(name: string, status: Profile['status']): string {
  return t('{name} is {status} now.', { name, status: profileStatusNames[status] })
}
