import { useEffect, useRef } from 'react'

/** Calls `onChange` if a value shown in a form changes elsewhere, for example in another tab. */
export function useOutsideChange(value: string, onChange: (value: string) => void): void {
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current === value) return
    shown.current = value
    onChange(value)
  }, [value, onChange])
}
