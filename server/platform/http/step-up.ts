import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../contract/operation.ts'
import { stepUpHeader, type StepUpAction } from '../../../contract/step-up.ts'
import { Refusal } from '../db/refusal.ts'

/** Uses up a proof for this very call. Returns false if it is no proof for it. */
export type ConsumeProof = (
  owner: { userId: string; sessionId: string },
  call: { action: StepUpAction; name: string },
  proof: string,
) => Promise<boolean>

/** The proof that came with a call. */
export interface CallProof {
  /** True if the call brought any text as its proof. */
  isGiven: boolean
  /** Uses it up, or refuses. */
  require: () => Promise<void>
  /** Uses it up after a call that did not require it, so that no call leaves a valid proof behind. */
  drop: () => Promise<void>
}

/** Reads the proof in the call's header. `name` returns the name of the call (call-name.ts). */
export function readProof(
  consume: ConsumeProof,
  { id, stepUp }: Operation,
  { caller, headers }: FastifyRequest,
  name: () => string,
): CallProof {
  const proof = headers[stepUpHeader]
  const take = async () => {
    if (!stepUp || caller.role === 'visitor') throw new Error(`${id} declares nothing to prove, or nobody to prove it`)
    return typeof proof === 'string' && consume(caller, { action: stepUp.action, name: name() }, proof)
  }
  let isUsed = false
  return {
    isGiven: proof !== undefined,
    async require() {
      isUsed = await take()
      if (!isUsed) throw new Refusal('step_up_required', { call: name() })
    },
    async drop() {
      if (stepUp && proof !== undefined && !isUsed) await take()
    },
  }
}
