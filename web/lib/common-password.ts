import { useEffect, useState } from 'react'

/** True if the typed password is a common one, which attackers try first. The list of those loads when it is needed. */
export function useIsCommonPassword(password: string): boolean {
  const [isCommon, setIsCommon] = useState<(password: string) => boolean>()
  const isNeeded = password.length >= shortest
  useEffect(() => {
    if (!isNeeded) return
    // The hint is optional: without the list there is none.
    void import('../../contract/common-passwords.ts').then(
      (list) => setIsCommon(() => list.isCommonPassword),
      () => {},
    )
  }, [isNeeded])
  return isNeeded && isCommon?.(password) === true
}

/** A shorter password is refused anyway. */
const shortest = 8
