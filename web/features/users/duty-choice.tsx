import { dutyNames } from '../../../contract/duty-names.ts'
import { duties, type Duty } from '../../../contract/roles.ts'
import { t } from '../../../contract/translate.ts'
import { RadioCards } from '../../ui/radio-cards.tsx'

/** The work of each duty. */
export const dutyDetails: Record<Duty, string> = {
  owner: t('Everything: settings, packages, corrections of balances, and the administrators themselves.'),
  approver: t('Decides requests, adds members and changes their status, answers the chat.'),
  support: t('Reads members and requests, and answers the chat. Moves nothing and changes no settings.'),
  auditor: t('Reads and exports, and changes nothing.'),
}

interface DutyChoiceProps {
  value: Duty | null
  onChange: (duty: Duty) => void
  error?: string | undefined
}

/** The four duties, each with what it covers. */
export function DutyChoice({ value, onChange, error }: DutyChoiceProps) {
  return (
    <RadioCards
      legend={t('Duty')}
      name="duty"
      className="sm:grid-cols-1"
      cards={duties.map((duty) => ({ value: duty, label: dutyNames[duty], detail: dutyDetails[duty] }))}
      value={value}
      onChange={(chosen) => {
        const duty = duties.find((one) => one === chosen)
        if (duty) onChange(duty)
      }}
      error={error}
    />
  )
}
