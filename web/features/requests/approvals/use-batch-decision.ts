import { useState } from 'react'
import type { Request } from '../../../../contract/requests.ts'
import { getRequest } from '../../../../contract/endpoints/requests.ts'
import { call } from '../../../lib/api.ts'
import { ApiError, isNotConfirmed } from '../../../lib/api-error.ts'
import { requesterOf } from '../request-display.ts'
import { outcomeOfAnswer, outcomeOfFailure, type Outcome } from './batch-outcome.ts'
import type { Batch } from './use-batch.ts'
import { sendDecision } from './use-decision.ts'

/** So many decisions are on their way at the same time. */
const inFlightMax = 2

/** Sends each decision of a batch by itself, under its own key, and holds the outcomes as they come. */
export function useBatchDecision({ status, keys, isByKey }: Batch) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [sendingIds, setSendingIds] = useState<ReadonlySet<string>>(new Set())
  const [isRunning, setIsRunning] = useState(false)

  const decideOne = async (request: Request, notes: string): Promise<Outcome> => {
    const key = keys.get(request.id) ?? crypto.randomUUID()
    const decision = { key, request, status, isByKey, transfers: [], isPart: false }
    try {
      return outcomeOfAnswer(await sendDecision(decision, { notes, acknowledged: [] }))
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'already_processed'
      const now = isConflict ? await readNow(request) : undefined
      return { ...outcomeOfFailure(error, now), isStop: isNotConfirmed(error) }
    }
  }
  const run = async (requests: readonly Request[], notes: string) => {
    if (isRunning) return
    setIsRunning(true)
    const waiting = [...requests]
    const work = async () => {
      for (let request = waiting.shift(); request; request = waiting.shift()) {
        const { id } = request
        setSendingIds((before) => new Set(before).add(id))
        const outcome = await decideOne(request, notes)
        setSendingIds((before) => new Set([...before].filter((one) => one !== id)))
        setOutcomes((before) => new Map(before).set(id, outcome))
        // A person who does not confirm one decision wants to stop.
        if (outcome.isStop) waiting.length = 0
      }
    }
    await Promise.all(Array.from({ length: inFlightMax }, work))
    setIsRunning(false)
  }
  return { outcomes, sendingIds, isRunning, run }
}

/**
 * Reads a request that another administrator has decided; undefined if that fails. The shared store would give the read up, because
 * each decision of the batch makes it read requests again.
 */
async function readNow(request: Request): Promise<Request | undefined> {
  const params = { userId: requesterOf(request).userId, requestId: request.id }
  return call(getRequest, { params }).catch(() => undefined)
}
