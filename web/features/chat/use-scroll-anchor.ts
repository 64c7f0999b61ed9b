import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

/** Within this distance of an edge, the messages beyond it are loaded. */
const nearPx = 400
/** Within this distance of the end, the reader counts as being at the end. */
const endPx = 40

interface ScrollPlaceOptions {
  /** The scrolled messages. They are drawn as the children of a list. */
  contents: unknown
  /** The number of the reader's own unsent messages. Writing one scrolls to the end. */
  ownCount: number
  /** True while the end is in sight. It then stays in sight when messages are added. */
  isAtEnd: boolean
  onNearStart: () => void
  onNearEnd: () => void
  onFollow: (isAtEnd: boolean) => void
}

/** Keeps the place of the reader when messages are added or removed above and below it. */
export function useScrollAnchor(box: RefObject<HTMLElement | null>, options: ScrollPlaceOptions): void {
  const { contents, ownCount, isAtEnd, onFollow, onNearStart, onNearEnd } = options
  const place = useRef<Place>(undefined)

  const note = useEffectEvent((element: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = element
    const belowPx = scrollHeight - scrollTop - clientHeight
    place.current = placeIn(element)
    onFollow(belowPx <= endPx)
    if (scrollTop < nearPx) onNearStart()
    if (belowPx < nearPx) onNearEnd()
  })
  const restore = useEffectEvent((element: HTMLElement) => {
    if (isAtEnd) scrollToEnd(element)
    else if (place.current?.item.isConnected)
      element.scrollBy({ top: place.current.item.offsetTop - place.current.top })
  })

  const ownBefore = useRef(ownCount)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    if (ownCount > ownBefore.current) scrollToEnd(element)
    else restore(element)
    ownBefore.current = ownCount
    note(element)
  }, [box, contents, ownCount, isAtEnd])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onScroll = () => note(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    // A keyboard that opens, or a box that grows with its text, takes room away.
    const resizing = new ResizeObserver(() => restore(element))
    resizing.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resizing.disconnect()
    }
  }, [box])
}

/** The first item in sight, and its distance from the start of the list. */
interface Place {
  item: HTMLElement
  top: number
}

function placeIn(box: HTMLElement): Place | undefined {
  const items = [...box.querySelectorAll<HTMLElement>(':scope > ol > li')]
  const item = items.find(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > box.scrollTop)
  return item && { item, top: item.offsetTop }
}

export function scrollToEnd(element: HTMLElement): void {
  element.scrollTo({ top: element.scrollHeight })
}
