import { useEffect, useState, type ComponentType } from 'react'
import { whenIdle } from './when-idle.ts'

interface LateProps<Props> {
  /** The component is loaded once this is truthy. */
  isNeeded: unknown
  props: Props
}

interface LateOptions {
  /** Loads the component without a need, too, once the browser is idle. It then also works without the server. */
  always?: boolean
}

/**
 * Makes a component that the page does not wait for. It is loaded once it is needed, and renders nothing before. After
 * a failure the next need tries again.
 */
export function loadWhenNeeded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { always = false }: LateOptions = {},
): ComponentType<LateProps<Props>> {
  return function Late({ isNeeded, props }) {
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
      if (!isNeeded) return always ? whenIdle(begin) : undefined
      begin()
      return undefined
    }, [isLoaded, isNeeded])
    return Loaded ? <Loaded {...props} /> : null
  }
}
