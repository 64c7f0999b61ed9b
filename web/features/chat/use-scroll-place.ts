import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** So near to an edge what lies beyond it is read already. */
const nearPx = 400
/** Whoever is so near to the end is at the end. */
const endPx = 40

interface ScrollPlaceOptions {
  /** What is scrolled; its items are the children of a list. */
  contents: unknown
  /** How many messages of one's own are on their way: to write one is to go to the end. */
  ownCount: number
  /** Whether the end stays in sight when something is added to it. */
  isFollowed: boolean
  onNearStart: () => void
  onNearEnd: () => void
  onFollow: (isAtEnd: boolean) => void
}

interface ScrollPlace {
  isAtEnd: boolean
  toEnd: () => void
}

/** Keeps the place where somebody reads, whatever is added or taken away above and below it. */
export function useScrollPlace(box: RefObject<HTMLElement | null>, options: ScrollPlaceOptions): ScrollPlace {
  const { contents, ownCount, isFollowed, onFollow, onNearStart, onNearEnd } = options
  const place = useRef<Place>({ isAtEnd: true, anchor: undefined, anchorTop: 0 })
  const [isAtEnd, setIsAtEnd] = useState(true)

  const note = useEffectEvent((element: HTMLElement) => {
    const { scrollTop, scrollHeight, clientHeight } = element
    const belowPx = scrollHeight - scrollTop - clientHeight
    place.current = { isAtEnd: belowPx <= endPx, ...anchorOf(element) }
    setIsAtEnd(place.current.isAtEnd)
    onFollow(place.current.isAtEnd)
    if (scrollTop < nearPx) onNearStart()
    if (belowPx < nearPx) onNearEnd()
  })
  const restore = useEffectEvent((element: HTMLElement) => {
    const { anchor, anchorTop } = place.current
    if (place.current.isAtEnd && isFollowed) scrollToEnd(element)
    else if (anchor?.isConnected) element.scrollBy({ top: anchor.offsetTop - anchorTop })
  })
  const toEnd = () => {
    place.current.isAtEnd = true
    if (box.current) scrollToEnd(box.current)
  }

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

  return { isAtEnd, toEnd }
}

interface Place {
  isAtEnd: boolean
  /** The first item in sight, and how far it was from the start of the list. */
  anchor: HTMLElement | undefined
  anchorTop: number
}

function anchorOf(box: HTMLElement): Pick<Place, 'anchor' | 'anchorTop'> {
  const anchor = [...box.querySelectorAll<HTMLElement>(':scope > ol > li')].find(
    (item) => item.offsetTop + item.offsetHeight > box.scrollTop,
  )
  return { anchor, anchorTop: anchor?.offsetTop ?? 0 }
}

function scrollToEnd(element: HTMLElement): void {
  element.scrollTo({ top: element.scrollHeight })
}
