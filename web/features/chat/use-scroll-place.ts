import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

/** So near to an edge what lies beyond it is read already. */
const nearPx = 400
/** Whoever is so near to the end is at the end. */
const endPx = 40

interface ScrollPlaceOptions {
  /** What is scrolled; its items are the children of a list. */
  contents: unknown
  /** How many messages of one's own are on their way: to write one is to go to the end. */
  ownCount: number
  /** Whether the end is in sight, and stays there when something is added to it. */
  isFollowed: boolean
  onNearStart: () => void
  onNearEnd: () => void
  onFollow: (isAtEnd: boolean) => void
}

/** Keeps the place where somebody reads, whatever is added or taken away above and below it. */
export function useScrollPlace(box: RefObject<HTMLElement | null>, options: ScrollPlaceOptions): void {
  const { contents, ownCount, isFollowed, onFollow, onNearStart, onNearEnd } = options
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
    if (isFollowed) scrollToEnd(element)
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
  }, [box, contents, ownCount, isFollowed])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onScroll = () => note(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    // A keyboard that opens, or a box that grows with what is typed, takes room away.
    const resizing = new ResizeObserver(() => restore(element))
    resizing.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resizing.disconnect()
    }
  }, [box])
}

/** The first item in sight, and how far it was from the start of the list. */
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
