import { useEffect, useRef } from 'react'

/** Whether what is on the screen has been left, as the answer to a call may come later. */
export function useIsGone(): () => boolean {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return () => isGone.current
}
