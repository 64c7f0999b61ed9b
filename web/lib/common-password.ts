import { useEffect, useState } from 'react'

/** Whether a password that is being typed is one of those that are tried first. The list is loaded once it is needed. */
export function useIsCommonPassword(password: string): boolean {
  const [isCommon, setIsCommon] = useState<(password: string) => boolean>()
  const isNeeded = password.length >= shortest
  useEffect(() => {
    if (!isNeeded) return
    // Only a hint: without the list there is none.
    void import('../../contract/common-passwords.ts').then(
      (list) => setIsCommon(() => list.isCommonPassword),
      () => {},
    )
  }, [isNeeded])
  return isNeeded && isCommon?.(password) === true
}

/** A shorter one is refused anyway. */
const shortest = 8
