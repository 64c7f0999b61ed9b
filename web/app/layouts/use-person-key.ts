import { useState } from 'react'
import { useSession } from '../../lib/session.ts'

/**
 * Changes when somebody else is signed in, as another tab can do: as the key of a page it takes what was typed and
 * opened there with it. In the moment between a sign-out and the next page it stays.
 */
export function usePersonKey(): string | undefined {
  const { user } = useSession()
  const [key, setKey] = useState(user?.id)
  if (user && user.id !== key) setKey(user.id)
  return key
}
