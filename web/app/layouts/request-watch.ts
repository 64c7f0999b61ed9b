import { useEffect, useRef } from 'react'
import { announceBySound } from '../../features/requests/request-sound.ts'
import { showCountInTitle } from '../../lib/window-title.ts'

/**
 * Tells an administrator who looks at another tab of new requests: their number stands in the window's title, with a dot on
 * its icon, until the tab is visible again. A tone sounds if the person has chosen it. `total` is the number of all
 * requests ever made, which only rises.
 */
export function RequestWatch({ total }: { total: number }) {
  const known = useRef(total)
  const news = useRef(0)
  useEffect(() => {
    const show = (count: number) => {
      news.current = count
      showCountInTitle('requests', count)
    }
    const showNone = () => {
      if (!document.hidden) show(0)
    }
    document.addEventListener('visibilitychange', showNone)
    return () => {
      document.removeEventListener('visibilitychange', showNone)
      show(0)
    }
  }, [])
  useEffect(() => {
    const arrived = total - known.current
    known.current = total
    if (arrived <= 0) return
    void announceBySound()
    if (!document.hidden) return
    news.current += arrived
    showCountInTitle('requests', news.current)
  }, [total])
  return null
}
