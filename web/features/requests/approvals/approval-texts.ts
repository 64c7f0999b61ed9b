import type { ApprovalOutlook } from '../../../../contract/outlook.ts'
import { t } from '../../../../contract/translate.ts'

type Need = ApprovalOutlook['need']

const firstText = t('Give the first approval')
const lastText = t('Complete the approval')

/** Returns the text of a button that approves, if one administrator is not enough. It names the part of this one. */
export function partText(outlook: ApprovalOutlook | null | undefined): string | undefined {
  return outlook ? partTexts[outlook.need] : undefined
}

const partTexts: Partial<Record<Need, string>> = { second: firstText, delay: firstText, completes: lastText }

/** Returns the reason for which this administrator cannot approve a request now. */
export function outlookObstacle(outlook: ApprovalOutlook | null | undefined): string | undefined {
  if (outlook?.need === 'given') return t('You have approved it. It waits.')
  if (outlook?.need === 'held') return t('Held: it cannot be approved yet.')
  return undefined
}
