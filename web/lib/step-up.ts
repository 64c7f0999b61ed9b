import { useSyncExternalStore } from 'react'
import type { StepUpAction } from '../../contract/step-up.ts'

/** A call that waits until the person has confirmed their identity. */
export interface StepUpQuestion {
  id: number
  action: StepUpAction
  /** The name of the call, which the server gave when it refused the call. */
  call: string
  /** Lets the call continue with the proof, or fail without one. */
  answer: (proof: string | null) => void
}

/**
 * Asks the person for a proof of one call and returns it. Returns null if the person cancels, or if no dialog on the page can ask.
 */
export async function askForProof(
  { action, call }: Pick<StepUpQuestion, 'action' | 'call'>,
  signal?: AbortSignal,
): Promise<string | null> {
  if (listeners.size === 0 || signal?.aborted) return null
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const question = { id: ++lastId, action, call, answer: resolve }
  setQuestions([...questions, question])
  const stop = () => resolve(null)
  signal?.addEventListener('abort', stop)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    setQuestions(questions.filter((other) => other !== question))
  }
}

/** Ends every call that waits for a proof, for example because the person has left. */
export function dropQuestions(): void {
  for (const { answer } of questions) answer(null)
}

/** Returns the question to show now; other questions wait for their turn. */
export function useStepUpQuestion(): StepUpQuestion | undefined {
  return useSyncExternalStore(subscribeToQuestions, readQuestion, readQuestion)
}

let lastId = 0
let questions: readonly StepUpQuestion[] = []
const listeners = new Set<() => void>()

function setQuestions(next: readonly StepUpQuestion[]): void {
  questions = next
  for (const listener of listeners) listener()
}

export function readQuestion(): StepUpQuestion | undefined {
  return questions[0]
}

export function subscribeToQuestions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
