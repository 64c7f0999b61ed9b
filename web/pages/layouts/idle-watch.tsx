import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { getIdleStage, subscribeToIdleStage } from '../../lib/idle-clock.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { useSignOut } from './use-sign-out.ts'

/**
 * Holds the question for those who are signed in. It is loaded soon after the page, as there may be no server to ask
 * later; without it the page still works, and the sign-out does not wait for it.
 */
export function IdleWatch() {
  const [Prompt, setPrompt] = useState<ComponentType<{ open: boolean; onLeave: () => void }>>()
  const stage = useSyncExternalStore(subscribeToIdleStage, getIdleStage)
  const { isSigningOut, signOut } = useSignOut()
  useEffect(
    () =>
      whenIdle(() => {
        import('../../features/inactivity/idle-prompt.tsx').then(
          ({ IdlePrompt }) => setPrompt(() => IdlePrompt),
          (error: unknown) => console.warn('Nobody can be asked whether they are still there', error),
        )
      }),
    [],
  )
  return Prompt ? <Prompt open={stage === 'asked' && !isSigningOut} onLeave={signOut} /> : null
}
