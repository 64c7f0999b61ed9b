import { useEffect, useState } from 'react'
import type { Claim } from '../../../../contract/desk-claims.ts'
import { lookAtRequest, lookRenewalSeconds } from '../../../../contract/endpoints/desk.ts'
import type { Request } from '../../../../contract/requests.ts'
import { call } from '../../../lib/api.ts'
import { requesterOf } from '../request-display.ts'

/** A request that the keys only pass by is not looked at. */
const restMs = 1_000

interface Told {
  claim: Claim
  /** The time of the answer, in milliseconds. */
  at: number
}

/**
 * Tells the other administrators that this one looks at a request, as long as it is on the screen and the page is visible.
 * Returns who else has to do with it, as the server last said; undefined before that.
 */
export function useLook(request: Request | undefined): Told | undefined {
  const [answer, setAnswer] = useState<Told>()
  const requestId = request?.id
  const userId = request && requesterOf(request).userId
  useEffect(() => {
    if (requestId === undefined || userId === undefined) return undefined
    const params = { userId, requestId }
    let isTold = false
    const tell = async () => {
      if (document.hidden) return
      isTold = true
      // A look that could not be sent goes with the next one. It is a courtesy, so no message disturbs the work.
      const told = call(lookAtRequest, { params, body: { is_open: true } })
      await told.then(
        (claim) => setAnswer({ claim, at: Date.now() }),
        () => {},
      )
    }
    const leave = () => {
      if (isTold) void call(lookAtRequest, { params, body: { is_open: false } }, { keepalive: true }).catch(() => {})
      isTold = false
    }
    const begin = setTimeout(() => void tell(), restMs)
    const renewal = setInterval(() => void tell(), lookRenewalSeconds * 1_000)
    const turn = () => (document.hidden ? leave() : void tell())
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(begin)
      clearInterval(renewal)
      document.removeEventListener('visibilitychange', turn)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [requestId, userId])
  return answer?.claim.request_id === requestId ? answer : undefined
}
