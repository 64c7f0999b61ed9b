import { formatDecimal } from '../../../contract/money.ts'
import type { ChangeOutlook } from '../../../contract/outlook.ts'
import type { ChangeKind } from '../../../contract/proposed-changes.ts'
import { t } from '../../../contract/translate.ts'
import { ruleText } from '../../lib/rule-text.ts'
import { Notice } from '../../ui/notice.tsx'

interface ChangeNoticeTextProps {
  kind: ChangeKind
  outlook: ChangeOutlook
}

/** The sentences about a change that another person must confirm: an owner, or any administrator who decides requests if it is a reversal. */
export function ChangeNoticeText({ kind, outlook }: ChangeNoticeTextProps) {
  const isSecond = outlook.need === 'second'
  const confirmed =
    kind === 'reversal' ? t('Another administrator must confirm it.') : t('Another owner must confirm it.')
  return (
    <Notice tone="warn" title={isSecond ? confirmed : t('It can be completed after 24 hours.')}>
      {reasonOf(kind, outlook)} {isSecond ? t('It waits under "Second approvals" until then.') : aloneText(kind)}
    </Notice>
  )
}

function aloneText(kind: ChangeKind): string {
  return kind === 'reversal'
    ? t(
        'There is no other administrator to confirm it. It waits under "Second approvals", all owners get a mail, and you complete it then.',
      )
    : t(
        'There is no other owner to confirm it. It waits under "Second approvals", all owners get a mail, and you complete it then.',
      )
}

function reasonOf(kind: ChangeKind, { rule, worth_usd: worth, package_gain_max: times }: ChangeOutlook): string {
  switch (kind) {
    case 'adjustment':
    case 'reversal':
      return rule && worth !== null ? ruleText(rule, worth) : ''
    case 'package':
      return t('The package gives more than {times} times what it costs.', { times: formatDecimal(times ?? '1', 0, 2) })
    case 'settings':
      return t('It changes prices, limits or the deposit address.')
    case 'policy':
      return t('It changes the rules for decisions of great worth.')
    case 'duty':
    case 'status':
    case 'invitation':
      return t('It changes who administers this platform.')
  }
}
