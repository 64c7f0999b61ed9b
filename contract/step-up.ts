/** The actions that a stolen session must not be able to do. Each needs the password or a code again. */
export const stepUpActions = ['wallet', 'password', 'two_factor', 'recovery_codes', 'decision'] as const
export type StepUpAction = (typeof stepUpActions)[number]
export const stepUpHeader = 'step-up-proof'
