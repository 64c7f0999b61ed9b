import { useEffect } from 'react'
import { dropQuestions, useStepUpQuestion } from '../../lib/step-up.ts'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'

const LateDialogs = loadWhenNeeded(async () => (await import('./proof-dialog.tsx')).ProofDialogs)

/** Asks for a proof when a call needs one. It stands once in each area. */
export function StepUpDialog() {
  const question = useStepUpQuestion()
  useEffect(() => dropQuestions, [])
  return <LateDialogs isNeeded={question} props={{ question }} />
}
