import type { Claim } from '../../../../contract/desk-claims.ts'
import { add, type Decimal } from '../../../../contract/money.ts'
import type { Request, RequestKind } from '../../../../contract/requests.ts'
import { t } from '../../../../contract/translate.ts'
import { othersText } from './claim-texts.ts'
import type { Batch } from './use-batch.ts'
import { isSlipAsked } from '../request-display.ts'
import { reviewOf } from './kinds/reviews.ts'
import type { Decision } from './use-decision.ts'

interface Situation {
  status: Decision['status']
  claim: Claim | undefined
  ownId: string | undefined
  /** True if the file of the request has been on the screen, or there is none. */
  isSeen: boolean
}

/** Says why a request is left out of a batch; undefined if it is a part of it. */
function omissionOf(request: Request, { status, claim, ownId, isSeen }: Situation): string | undefined {
  const isMine = claim?.assignee?.id === ownId
  const others = isMine ? undefined : othersText(claim, ownId)
  if (others !== undefined) return others
  if (isSlipAsked(request)) return t('Waits for its member, who is asked for another slip.')
  if (status === 'rejected') return undefined
  const obstacle = reviewOf<RequestKind>(request).obstacle(request, undefined)
  if (obstacle !== undefined) return obstacle
  return isSeen ? undefined : t('Needs a look: its file has not been on your screen yet.')
}

/** Returns the reasons of all requests of a batch that are left out, by their ids. */
export function omissionsOf(
  { status, requests }: Pick<Batch, 'status' | 'requests'>,
  situationOf: (request: Request) => Omit<Situation, 'status'>,
): Map<string, string> {
  return new Map(
    requests.flatMap((request) => {
      const reason = omissionOf(request, { status, ...situationOf(request) })
      return reason === undefined ? [] : [[request.id, reason] as const]
    }),
  )
}

/** Returns the exact sums of coins and USD. */
export function sumUp(requests: readonly Request[]): { coins: Decimal; usd: Decimal } {
  return requests.reduce(
    (sum, { amount_coins: coins, amount_usd: usd }) => ({ coins: add(sum.coins, coins), usd: add(sum.usd, usd) }),
    { coins: '0', usd: '0' },
  )
}
