import { Eye, UserCheck } from 'lucide-react'
import type { Claim } from '../../../../contract/desk-claims.ts'
import { useSession } from '../../../lib/session.ts'
import { cn } from '../../../ui/cn.ts'
import { assigneeText, lookersText } from './claim-texts.ts'

interface ClaimMarkProps {
  claim: Claim | undefined
  className?: string | undefined
}

/** Says who looks at a request, and whose it is. */
export function ClaimMark({ claim, className }: ClaimMarkProps) {
  const { profile } = useSession()
  const lookers = lookersText(claim)
  const assignee = assigneeText(claim, profile?.id)
  if (lookers === undefined && assignee === undefined) return null
  return (
    <span className={cn('grid gap-0.5 text-sm', className)}>
      {assignee && (
        <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
          <UserCheck aria-hidden="true" size={16} className="flex-none" />
          <span className="truncate">{assignee}</span>
        </span>
      )}
      {lookers && (
        <span className="flex min-w-0 items-center gap-1.5 text-wait">
          <Eye aria-hidden="true" size={16} className="flex-none" />
          <span className="truncate">{lookers}</span>
        </span>
      )}
    </span>
  )
}
