import { useState } from 'react'
import { useSession } from '../../lib/session.ts'

/**
 * Returns a key that changes when another person signs in, possibly in another tab. As the key of a page, it discards
 * the input and open dialogs of the previous person. Between a sign-out and the next page it stays.
 */
export function usePersonKey(): string | undefined {
  const { user } = useSession()
  const [key, setKey] = useState(user?.id)
  if (user && user.id !== key) setKey(user.id)
  return key
}
