import type { Operation, OutputOf } from '../../../contract/operation.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { AnsweredCall } from '../answers.ts'

/** Repeats the answer of a call with the same key, as the server does, and refuses the key for another call. */
export function answerOnce<O extends Operation>(
  answer: (call: AnsweredCall<O>) => OutputOf<O>,
): (call: AnsweredCall<O>) => OutputOf<O> {
  const answered = new Map<string | undefined, { body: string; output: OutputOf<O> }>()
  return (call) => {
    const { body: content } = call as { body?: unknown }
    const body = JSON.stringify(content)
    const earlier = answered.get(call.key)
    if (earlier && earlier.body !== body) throw new Refusal('idempotency_key_reused')
    const output = earlier ? earlier.output : answer(call)
    answered.set(call.key, { body, output })
    return output
  }
}
