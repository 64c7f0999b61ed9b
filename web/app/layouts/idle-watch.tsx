import { useSyncExternalStore } from 'react'
import { getIdleStage, subscribeToIdleStage } from '../../lib/idle-clock.ts'
import { late } from '../../ui/late.tsx'
import { useSignOut } from './use-sign-out.ts'

const LatePrompt = late(async () => (await import('../inactivity/idle-prompt.tsx')).IdlePrompt, {
  always: true,
})

/**
 * Holds the question for those who are signed in. It is loaded soon after the page, as there may be no server to ask
 * later; without it the page still works, and the sign-out does not wait for it.
 */
export function IdleWatch() {
  const isAsked = useSyncExternalStore(subscribeToIdleStage, getIdleStage) === 'asked'
  const { isSigningOut, signOut } = useSignOut()
  return <LatePrompt need={isAsked} props={{ open: isAsked && !isSigningOut, onLeave: signOut }} />
}
