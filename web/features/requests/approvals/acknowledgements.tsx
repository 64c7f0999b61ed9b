import type { ApprovalWarning } from '../../../../contract/approval-warnings.ts'
import { t } from '../../../../contract/translate.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { WarningText } from './approval-warning-texts.ts'

interface AcknowledgementsProps {
  warnings: readonly WarningText[]
  read: readonly ApprovalWarning[]
  onRead: (read: readonly ApprovalWarning[]) => void
}

/** The warnings to tick before an approval. */
export function Acknowledgements({ warnings, read, onRead }: AcknowledgementsProps) {
  if (warnings.length === 0) return null
  return (
    <fieldset className="grid gap-1 rounded-2 bg-wait-soft p-3">
      <legend className="sr-only">{t('Warnings')}</legend>
      {warnings.map(({ name, text }) => (
        <Checkbox
          key={name}
          checked={read.includes(name)}
          onChange={({ target }) => onRead(target.checked ? [...read, name] : read.filter((one) => one !== name))}
        >
          {text}
        </Checkbox>
      ))}
    </fieldset>
  )
}
