import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { reverseRequest } from '../../../../contract/endpoints/reversals.ts'
import type { Request } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'

/** Opens the dialog that reverses an approved request, for those who may, and then says what came of it. */
export function ReverseRequest({ userId, request }: { userId: string; request: Request }) {
  const mayReverse = useMay()(reverseRequest)
  const isOpen = useSearch({ from: '/admin/all-activity' }).reverse === 'yes'
  // The sheet covers the toasts, so the outcome stands in it.
  const [outcome, setOutcome] = useState<'reversed' | 'waits'>()
  const navigate = useNavigate()
  const canReverse = mayReverse && request.status === 'approved' && request.reversal === null
  const close = () =>
    void navigate({
      from: '/admin/all-activity',
      search: (search) => ({ ...search, reverse: undefined }),
      resetScroll: false,
      replace: true,
    })
  return (
    <>
      {canReverse && (
        <Button asChild variant="quiet">
          <Link to="." search={(search) => ({ ...search, reverse: 'yes' as const })} resetScroll={false} replace>
            <Undo2 aria-hidden="true" />
            {t('Reverse this request…')}
          </Link>
        </Button>
      )}
      {isOpen && (canReverse || outcome) && (
        <ReverseDialog
          userId={userId}
          requestId={request.id}
          number={request.number}
          onDone={setOutcome}
          onClosed={close}
        />
      )}
      <div role="status" className="w-full empty:hidden">
        {outcome && !isOpen && (
          <Notice tone="ok">
            {outcome === 'reversed'
              ? t('The request was reversed. It is on record with your name.')
              : t('The reversal was noted. It waits for a second administrator, or for its waiting time.')}
          </Notice>
        )}
      </div>
    </>
  )
}
