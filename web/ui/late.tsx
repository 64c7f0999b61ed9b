import { useEffect, useState, type ComponentType } from 'react'
import { whenIdle } from './when-idle.ts'

interface LateProps<Props> {
  /** As long as it is falsy there is time. */
  need: unknown
  props: Props
}

interface LateOptions {
  /** Loaded even if nobody needs it, once the page around it is there: what has to work without the server, too. */
  always?: boolean
}

/**
 * A component that the page does not wait for: loaded when there is a need for it. Nothing until then; where it could not
 * be loaded, the next need tries again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { always = false }: LateOptions = {},
): ComponentType<LateProps<Props>> {
  return function Late({ need, props }) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>()
    const isLoaded = Loaded !== undefined
    useEffect(() => {
      if (isLoaded) return undefined
      const begin = () => {
        load().then(
          (component) => setLoaded(() => component),
          (error: unknown) => console.warn('A part of the page could not be loaded', error),
        )
      }
      if (!need) return always ? whenIdle(begin) : undefined
      begin()
      return undefined
    }, [isLoaded, need])
    return Loaded ? <Loaded {...props} /> : null
  }
}
