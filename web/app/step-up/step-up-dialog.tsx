import { useEffect } from 'react'
import { dropQuestions, useStepUpQuestion } from '../../lib/step-up.ts'
import { late } from '../../ui/late.tsx'

const LateDialogs = late(async () => (await import('./proof-dialog.tsx')).ProofDialogs)

/** Stands once in each area: asks for a proof whenever a call needs one. */
export function StepUpDialog() {
  const question = useStepUpQuestion()
  useEffect(() => dropQuestions, [])
  return <LateDialogs need={question} props={{ question }} />
}
