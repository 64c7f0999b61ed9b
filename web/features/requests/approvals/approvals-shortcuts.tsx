import { t } from '../../../../contract/translate.ts'
import { decideRequest } from '../../../../contract/endpoints/requests.ts'
import { useLetterKeys } from '../../../lib/letter-keys.ts'
import { useMay } from '../../../lib/use-may.ts'
import { ShortcutsDialog } from '../../../ui/shortcuts-dialog.tsx'

interface KeySheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** All keys of the approvals, and the switch for those that are single letters. */
export function ApprovalsShortcuts({ open, onOpenChange }: KeySheetProps) {
  const { isOn, turn } = useLetterKeys()
  const mayDecide = useMay()(decideRequest)
  return (
    <ShortcutsDialog
      open={open}
      onOpenChange={onOpenChange}
      description={t('They work on the whole page, except while something is typed. J or K leads to the queue first.')}
      keys={mayDecide ? keys : keys.filter((key) => !decisionKeys.includes(key))}
      hasLetters={isOn}
      onLetters={turn}
    />
  )
}

type KeyRow = [string[], string]

const decisionKeys: KeyRow[] = [
  [['A'], t('approve, then Enter confirms')],
  [['R'], t('reject, with a reason')],
  [['X'], t('choose, or not')],
  [['Shift + J', 'Shift + K'], t('choose, and go on')],
  [['Esc'], t('choose none')],
  [['M'], t('assign to me, or release')],
  [['N'], t('next request of any kind')],
  [['Ctrl + Enter'], t('confirm, wherever the focus is in the question')],
]
const keys: KeyRow[] = [
  [['J', '↓'], t('next request')],
  [['K', '↑'], t('previous request')],
  [['Enter'], t('go to the request')],
  ...decisionKeys,
  [['?'], t('this list')],
  [['+', '−', '0', ']'], t('on the file: larger, smaller, fit, rotate')],
]
