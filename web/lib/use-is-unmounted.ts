import { useEffect, useRef } from 'react'

/** Returns a function that tells if the component has been unmounted, for code that runs after an answer. */
export function useIsUnmounted(): () => boolean {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return () => isGone.current
}
