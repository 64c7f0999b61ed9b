import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState, type ReactNode } from 'react'
import type { DeskFilter } from '../../../../contract/endpoints/desk.ts'
import type { Request, RequestKind } from '../../../../contract/requests.ts'
import { t, tn } from '../../../../contract/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import type { MoreState } from '../../../ui/load-more.tsx'
import { useMedia, wideScreen } from '../../../ui/use-media.ts'
import { useSession } from '../../../lib/session.ts'
import { OverdueCount } from '../overdue-count.tsx'
import { useAssignment } from './use-assignment.ts'
import { ChoiceBar } from './choice-bar.tsx'
import { QueueAssignmentFilter } from './queue-assignment-filter.tsx'
import type { QueueWaits } from './approvals-search.ts'
import { QueueFilter } from './queue-filter.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueSteps } from './queue-steps.tsx'
import { reviewHeadingId, type ApprovalsState } from './use-approvals.ts'

const LateSheet = loadWhenNeeded(async () => (await import('../../../ui/sheet.tsx')).Sheet, { always: 'later' })

interface ApprovalsQueueProps<K extends RequestKind> {
  approvals: ApprovalsState<K>
  queueTitle: string
  search: string
  assigned: DeskFilter | undefined
  waits: QueueWaits | undefined
  isStale: boolean
  pendingCount: number | undefined
  overdueCount: number | undefined
  more: MoreState | null
  onKeys: () => void
}

/**
 * The pending requests. They stand beside the request on the screen, or on narrow screens in a sheet, with buttons to
 * the previous and next one.
 */
export function ApprovalsQueue<K extends RequestKind>({ approvals, onKeys, ...props }: ApprovalsQueueProps<K>) {
  const { queueTitle, pendingCount = 0, more } = props
  const { queue, shown, select, chosen, mayDecide } = approvals
  const isWide = useMedia(wideScreen)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const choose = useCallback((request: Request) => (setIsSheetOpen(false), select(request)), [select])
  const { assign } = useAssignment()
  const { profile } = useSession()
  const obeyKey = (key: string, focused: Request | undefined) => {
    const isDecision = key === 'a' || key === 'r'
    const status = key === 'a' ? 'approved' : 'rejected'
    if (isDecision && chosen.requests.length > 0) approvals.batch.ask(status, true)
    // A decision concerns the request on the screen. If another row has the focus, the key only selects that row.
    else if (isDecision && focused && focused.id !== shown?.id) select(focused)
    else if (isDecision) approvals.decide(status, true)
    else if (key === 'x' && mayDecide && (focused ?? shown)) chosen.toggle((focused ?? shown)?.id ?? '')
    else if (key === 'm' && mayDecide && profile) assignToMe(profile.id)
    else if (key === 'n' && mayDecide) approvals.goOn()
    else if (key === 'escape' && chosen.requests.length > 0) chosen.clear()
    else if (key === '?') onKeys()
    else if (key === 'enter' && isWide) document.getElementById(reviewHeadingId)?.focus()
    else return false
    return true
  }
  const assignToMe = (ownId: string) => {
    const requests = chosen.requests.length > 0 ? chosen.requests : shown ? [shown] : []
    const isMine = requests.every(({ id }) => approvals.claims.get(id)?.assignee?.id === ownId)
    if (requests.length > 0) assign({ requests, assigneeId: isMine ? null : ownId })
  }
  const panel = <Panel {...props} approvals={approvals} onSelect={choose} onKey={obeyKey} />
  if (isWide) return <QueuePane>{panel}</QueuePane>
  return (
    <>
      <QueueSteps
        queue={queue}
        waiting={more ? pendingCount : 0}
        selectedId={shown?.id}
        onSelect={select}
        onOpen={() => setIsSheetOpen(true)}
        onLoad={() => more?.load()}
      />
      <LateSheet
        isNeeded={isSheetOpen}
        props={{ open: isSheetOpen, onOpenChange: setIsSheetOpen, title: queueTitle, children: panel }}
      />
    </>
  )
}

interface PanelProps<K extends RequestKind> extends Omit<ApprovalsQueueProps<K>, 'onKeys'> {
  onSelect: (request: Request) => void
  onKey: (key: string, focused: Request | undefined) => boolean
}

/** The list and its search. */
function Panel<K extends RequestKind>({ approvals, onSelect, onKey, ...props }: PanelProps<K>) {
  const { queueTitle, search, assigned, waits, isStale, pendingCount, overdueCount, more } = props
  const { queue, shown, mayDecide, chosen } = approvals
  const navigate = useNavigate()
  const isNarrowed = search !== '' || assigned !== undefined || waits !== undefined
  const narrow = (part: { search?: string | undefined; waits?: QueueWaits | undefined }) => {
    queue.release()
    void navigate({ to: '.', search: (before) => ({ ...before, ...part }), replace: true, resetScroll: false })
  }
  return (
    <>
      <QueueFilter
        search={search}
        // A search finds all requests, whichever side they wait for.
        onSearch={(text) => narrow(text ? { search: text, waits: undefined } : { search: undefined })}
        found={isNarrowed && !isStale ? foundText(queue.rows.length, more !== null) : undefined}
      />
      {mayDecide && <QueueAssignmentFilter assigned={assigned} onChange={queue.release} />}
      <p className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-2.5 text-sm text-ink-2">
        <span>{t('Oldest first')}</span>
        <OverdueCount count={overdueCount} />
        {shown?.kind !== 'withdrawal' && shown?.kind !== 'transfer' && search === '' && (
          <WaitsFilter waits={waits} onWaits={(next) => narrow({ waits: next })} />
        )}
        {pendingCount !== undefined && <span>{tn('{count} pending', '{count} pending', pendingCount)}</span>}
      </p>
      <QueueList
        queue={queue}
        label={t('{queue}, oldest first', { queue: queueTitle })}
        selectedId={shown?.id}
        onSelect={onSelect}
        onKey={onKey}
        more={more}
        isNarrowed={isNarrowed}
        claims={approvals.claims}
        underWay={approvals.underWay}
        chosen={mayDecide ? chosen : undefined}
      />
      <ChoiceBar chosen={chosen} onDecide={(status) => approvals.batch.ask(status, false)} />
    </>
  )
}

/** Shows the buys alone that wait for another slip of their members. */
function WaitsFilter({ waits, onWaits }: { waits: QueueWaits | undefined; onWaits: (waits?: QueueWaits) => void }) {
  const isOn = waits === 'member'
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-pressed={isOn}
      className="aria-pressed:bg-brand-soft"
      onClick={() => onWaits(isOn ? undefined : 'member')}
    >
      {t('Waiting for member')}
    </Button>
  )
}

function foundText(count: number, hasMore: boolean): string {
  if (count === 0) return hasMore ? t('Looking further…') : t('No request matches.')
  return hasMore
    ? tn('{count} or more found.', '{count} or more found.', count)
    : tn('{count} found.', '{count} found.', count)
}

/** The pane stays in view beside a long slip. */
function QueuePane({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label={t('Queue')}
      className="sticky top-[108px] max-h-[max(34rem,calc(100dvh-260px))] overflow-y-auto rounded-3 border border-line bg-surface"
    >
      {children}
    </section>
  )
}
