import { useState } from 'react'
import type { Administrator } from '../../../../contract/administrators.ts'
import { dutyNames } from '../../../../contract/duty-names.ts'
import { changeDuty } from '../../../../contract/endpoints/administrators.ts'
import type { Duty } from '../../../../contract/roles.ts'
import { fieldTexts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { DutyChoice } from '../../../features/users/duty-choice.tsx'
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
  return (
    <ReasonDialog
      title={t('Change duty')}
      description={t(
        'The change takes effect at once, and {name} stays signed in. All owners get a mail. You are asked to confirm that it is you.',
        { name },
      )}
      actionLabel={t('Change duty')}
      draftKey={`duty-reason:${id}`}
      tone="bad-solid"
      check={() => {
        const isOther = chosen !== duty
        setFault(isOther ? undefined : fieldTexts.otherDutyNeeded)
        return isOther
      }}
      act={(reason) => call(changeDuty, { params: { userId: id }, body: { duty: chosen, reason } })}
      done={{
        title: t('Duty Changed'),
        description: t('The duty of {name} is: {duty}.', { name, duty: dutyNames[chosen] }),
      }}
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
    </ReasonDialog>
  )
}
