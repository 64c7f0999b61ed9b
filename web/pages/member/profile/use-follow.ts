import { useEffect, useRef } from 'react'

/** Tells when a value that is shown in a form has become another one elsewhere, e.g. in another tab. */
export function useFollow(value: string, onChange: (value: string) => void): void {
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    onChange(value)
  }, [value, onChange])
}
