import { Eye, UserCheck, type LucideIcon } from 'lucide-react'
import type { Claim } from '../../../../contract/desk-claims.ts'
import { t } from '../../../../contract/translate.ts'
import { useSession } from '../../../lib/session.ts'
import { cn } from '../../../ui/cn.ts'
import { assigneeText, lookersText } from './claim-texts.ts'

interface ClaimMarkProps {
  claim: Claim | undefined
  /** Shows names alone, where there is little room. */
  isShort?: boolean
  className?: string | undefined
}

/** Says who looks at a request, and who has it. */
export function ClaimMark({ claim, isShort = false, className }: ClaimMarkProps) {
  const { profile } = useSession()
  const lookers = lookersText(claim)
  const assignee = assigneeText(claim, profile?.id)
  if (lookers === undefined && assignee === undefined) return null
  const shortAssignee = claim?.assignee?.id === profile?.id ? t('You') : claim?.assignee?.full_name
  return (
    <span className={cn('grid gap-0.5 text-sm', className)}>
      {assignee && (
        <Mark icon={UserCheck} text={assignee} shortText={isShort ? shortAssignee : undefined} className="text-ink-2" />
      )}
      {lookers && (
        <Mark
          icon={Eye}
          text={lookers}
          shortText={isShort ? claim?.lookers[0]?.full_name : undefined}
          className="text-wait"
        />
      )}
    </span>
  )
}

interface MarkProps {
  icon: LucideIcon
  text: string
  /** Stands for the text on the screen. Screen readers read the text itself. */
  shortText: string | undefined
  className: string
}

function Mark({ icon: Icon, text, shortText, className }: MarkProps) {
  return (
    <span title={text} className={cn('flex min-w-0 items-center gap-1.5', className)}>
      <Icon aria-hidden="true" size={16} className="flex-none" />
      {shortText === undefined ? (
        <span className="truncate">{text}</span>
      ) : (
        <>
          <span className="sr-only">{text}</span>
          <span aria-hidden="true" className="truncate">
            {shortText}
          </span>
        </>
      )}
    </span>
  )
}
