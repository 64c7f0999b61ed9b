import type { ErrorCode } from './errors.ts'

/**
 * Refusals that ask for one thing more of a person, and are no failure to them. A client that sends the header hears them
 * under another status: browsers list every answer from 400 on as a fault of the page.
 */
export const questions: readonly ErrorCode[] = ['step_up_required', 'code_required']
export const askingHeader = { name: 'prefer', value: 'asking' } as const
/** Nothing has been done yet. */
export const questionStatus = 202

export function isQuestion(code: ErrorCode): boolean {
  return questions.includes(code)
}
