import { useState } from 'react'
import type { Administrator } from '../../../../contract/administrators.ts'
import { dutyNames } from '../../../../contract/duty-names.ts'
import { changeDuty } from '../../../../contract/endpoints/administrators.ts'
import type { Duty } from '../../../../contract/roles.ts'
import { fieldTexts, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { DutyChoice } from '../../../features/users/duty-choice.tsx'
import { ChangeNotice, isProposal, useChangeOutlook } from '../../../features/change-notice/change-notice.tsx'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'

interface ChangeDutyDialogProps {
  administrator: Administrator
  onClosed: () => void
}

/** Gives an administrator another duty, with a reason. */
export function ChangeDutyDialog({ administrator: { id, full_name: name, duty }, onClosed }: ChangeDutyDialogProps) {
  const [chosen, setChosen] = useState<Duty>(duty)
  const [fault, setFault] = useState<string>()
  const [isProposed, setIsProposed] = useState(false)
  const outlook = useChangeOutlook(chosen === duty ? null : { kind: 'duty', user_id: id })
  return (
    <ReasonDialog
      title={t('Change duty')}
      description={t('{name} stays signed in, and all owners get a mail. You are asked to confirm that it is you.', {
        name,
      })}
      actionLabel={isProposal(outlook) ? t('Propose the change') : t('Change duty')}
      draftKey={`duty-reason:${id}`}
      tone="bad-solid"
      check={() => {
        const isOther = chosen !== duty
        setFault(isOther ? undefined : fieldTexts.otherDutyNeeded)
        return isOther
      }}
      act={async (reason) => {
        const answer = await call(changeDuty, { params: { userId: id }, body: { duty: chosen, reason } })
        setIsProposed(answer.is_proposed === true)
      }}
      done={
        isProposed
          ? toasts.changeProposed
          : {
              title: t('Duty Changed'),
              description: t('The duty of {name} is: {duty}.', { name, duty: dutyNames[chosen] }),
            }
      }
      onClosed={onClosed}
    >
      <DutyChoice
        value={chosen}
        onChange={(next) => {
          setChosen(next)
          setFault(undefined)
        }}
        error={fault}
      />
      <ChangeNotice kind="duty" outlook={outlook} />
    </ReasonDialog>
  )
}
