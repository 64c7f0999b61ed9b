import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react'
import { getIdleStage, subscribeToIdleStage } from '../../lib/idle-clock.ts'
import { useSignOut } from './use-sign-out.ts'

/** Holds the question for those who are signed in; it is loaded with the page, as there may be no server to ask later. */
export function IdleWatch() {
  const stage = useSyncExternalStore(subscribeToIdleStage, getIdleStage)
  const { isSigningOut, signOut } = useSignOut()
  return (
    <Suspense fallback={null}>
      <IdlePrompt open={stage === 'asked' && !isSigningOut} onLeave={signOut} />
    </Suspense>
  )
}

const IdlePrompt = lazy<ComponentType<{ open: boolean; onLeave: () => void }>>(() =>
  import('../../features/inactivity/idle-prompt.tsx').then(
    ({ IdlePrompt: Prompt }) => ({ default: Prompt }),
    // Without the question the page still works, and the sign-out does not wait for it.
    () => ({ default: () => null }),
  ),
)
