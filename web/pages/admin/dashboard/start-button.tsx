import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { decideRequest, requestKinds } from '../../../../contract/endpoints/requests.ts'
import type { RequestCounts } from '../../../../contract/request-review.ts'
import { t } from '../../../../contract/translate.ts'
import { countDecidable } from '../../../features/requests/request-counts-query.ts'
import { useNextRequest } from '../../../features/requests/use-next-request.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'

/**
 * Opens the request that this administrator should decide first. Without a waiting request there is no such button. Until the
 * counts are there it keeps its place, so that nothing below it moves.
 */
export function StartButton({ counts }: { counts: RequestCounts | undefined }) {
  const mayDecide = useMay()(decideRequest)
  const goOn = useNextRequest()
  const { mutate, isPending } = useMutation({ mutationFn: () => goOn({ isAsked: true }) })
  if (!mayDecide || (counts && !requestKinds.some((kind) => countDecidable(counts, kind) > 0))) return null
  return (
    <Button
      variant="ghost"
      className={cn('h-auto min-h-10 py-1 text-start whitespace-normal', !counts && 'invisible')}
      busy={isPending}
      onClick={() => mutate()}
    >
      <Play aria-hidden="true" />
      {t('Start with the oldest request')}
    </Button>
  )
}
