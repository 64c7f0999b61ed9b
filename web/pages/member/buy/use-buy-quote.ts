import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useDebounce } from 'use-debounce'
import type { MembershipPackage } from '../../../../contract/packages.ts'
import type { BuyQuote } from '../../../../contract/buy-quote.ts'
import { getBuyQuote } from '../../../../contract/endpoints/requests.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { choiceKey, type BuyDraft } from '../../../features/requests/buy-draft.ts'
import { readBuyAmount } from './buy-amount.ts'
import { quoteChanges, type FigureChange } from './quote-changes.ts'

/** This time is long enough for typing a number. */
const typingMs = 300
/** The USDT rate can change without any event on the platform, so the figures are read again. */
const refreshMs = 60_000

/** The server's figures for the choice, and their differences from those that the member saw before. */
export function useBuyQuote(
  draft: BuyDraft,
  chosen: MembershipPackage | null,
  remember: (seen: BuyDraft['seen']) => void,
) {
  const amount = readBuyAmount(draft.amount)
  const coins = 'coins' in amount ? amount.coins : null
  const choice = choiceKey(coins, draft.packageId)
  // The amount of a package is chosen by one click. Any other amount is typed digit by digit.
  const pauseMs = chosen?.min_coin_purchase === String(coins) ? 0 : typingMs
  const [settledChoice] = useDebounce(choice, pauseMs)
  const isSettled = pauseMs === 0 || settledChoice === choice
  const read = useQuery({ ...buyQuoteQuery(coins ?? 0, draft.packageId), enabled: coins !== null && isSettled })
  // Without a connection the figures stay as they are. After a refusal they no longer hold.
  const refusal = isRefusal(read.error) ? read.error : null
  const quote = coins === null || refusal ? null : (read.data ?? null)
  const [reported, setReported] = useState<ChangeReport>(noReport)

  const seen = draft.seen?.choice === choice ? draft.seen.quote : null
  const unseen = seen && quote ? quoteChanges(seen, quote) : []
  const see = () => quote && remember({ choice, quote })
  const followQuote = useEffectEvent(() => {
    if (unseen.length === 0 && seen?.quote_id !== quote?.quote_id) see()
  })
  useEffect(() => followQuote(), [quote?.quote_id, choice])

  return {
    quote,
    refusal,
    read,
    isReading: coins !== null && !quote && !refusal && !read.isError,
    /** The changes that the member has not accepted. Those acknowledged before stay until the choice changes. */
    changes: unseen.length > 0 ? unseen : reported.choice === choice ? reported.changes : [],
    isNews: unseen.length > 0,
    accept: () => {
      see()
      setReported(noReport)
    },
    /** Counts the new figures as seen, but keeps the changes on the screen. Returns true if there were any. */
    markChangesSeen: () => {
      if (unseen.length === 0) return false
      see()
      setReported({ choice, changes: unseen })
      return true
    },
    /** Reads the figures again, after the server has said that they changed. */
    renew: async () => {
      const { data, isError } = await read.refetch()
      if (isError || !data || !quote) return
      remember({ choice, quote: data })
      setReported({ choice, changes: quoteChanges(quote, data) })
    },
  }
}

export type BuyQuoteState = ReturnType<typeof useBuyQuote>

interface ChangeReport {
  choice: string
  changes: FigureChange[]
}

const noReport: ChangeReport = { choice: '', changes: [] }

function buyQuoteQuery(coins: number, packageId: string | null) {
  const query = { amount_coins: coins, ...(packageId !== null && { package_id: packageId }) }
  return queryOptions<BuyQuote>({
    queryKey: [getBuyQuote.id, query],
    queryFn: ({ signal }) => call(getBuyQuote, { query }, { signal }),
    refetchInterval: refreshMs,
    meta: { topics: ['packages', 'settings', 'profile'], isPublic: false },
  })
}

/** True if the server refused the choice itself. A lost connection or "try later" is no refusal. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 422
}
