import { useSyncExternalStore } from 'react'
import { getIdleStage, subscribeToIdleStage } from '../../lib/idle-clock.ts'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'
import { useSignOut } from './use-sign-out.ts'

const LatePrompt = loadWhenNeeded(async () => (await import('../inactivity/idle-prompt.tsx')).IdlePrompt, {
  always: 'soon',
})

/**
 * Holds the question "Are you still there?" for people who are signed in. It loads soon after the page, as the server
 * may be away later. Without it the page still works, and so does the sign-out.
 */
export function IdleWatch() {
  const isAsked = useSyncExternalStore(subscribeToIdleStage, getIdleStage) === 'asked'
  const { isSigningOut, signOut } = useSignOut()
  return <LatePrompt isNeeded={isAsked} props={{ open: isAsked && !isSigningOut, onLeave: signOut }} />
}
