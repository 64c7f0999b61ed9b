import { useNavigate } from '@tanstack/react-router'
import { getNextRequest } from '../../../contract/endpoints/desk.ts'
import { t } from '../../../contract/translate.ts'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { formatSpan } from '../../ui/format-time.ts'
import { getToast, toast } from '../../ui/toast.ts'
import { kinds } from './kinds/kinds.ts'
import { coinsText } from '../../lib/coins-text.ts'

type Next = NonNullable<OutputOf<typeof getNextRequest>['next']>

/**
 * Returns the function that opens the next request of any kind that this administrator can decide, and says what it is. A
 * person who asked for it hears as well that there is none.
 */
export function useNextRequest() {
  const navigate = useNavigate()
  return async ({ isAsked, after }: { isAsked: boolean; after?: string | undefined }) => {
    try {
      const { next } = await call(getNextRequest, { query: after === undefined ? {} : { after } })
      if (!next) {
        if (isAsked) toast({ title: t('No other request waits for you.') })
        return
      }
      await navigate({ to: kinds[next.kind].approvalsPath, search: { request: next.id, member: next.user_id } })
      // There is room for one message alone, so that of a decision stays whole.
      const told = isAsked ? null : getToast()
      const { title, description } = told ?? {}
      toast(told?.isOpen && title ? { title, description, more: nextText(next) } : { title: nextText(next) })
    } catch (error) {
      if (isAsked)
        toast({
          title: t('The next request could not be read.'),
          description: messageOf(error),
          variant: 'destructive',
        })
    }
  }
}

function nextText({ kind, amount_coins: coins, created_at: since }: Next): string {
  const time = formatSpan(Math.max(60, (Date.now() - Date.parse(since)) / 1000))
  return t('Next: {request}, waiting {time}', { request: kinds[kind].title(coinsText(coins)), time })
}
