import { useEffect, useState, type ComponentType } from 'react'
import { whenIdle, whenSettled } from './when-idle.ts'

interface LateProps<Props> {
  /** The component is loaded once this is truthy. */
  isNeeded: unknown
  props: Props
}

const waits = { soon: whenIdle, later: whenSettled }

interface LateOptions {
  /**
   * Loads the component without a need, too, so that it also works without the server: `soon`, once the browser is idle, or
   * `later`, once the page has settled, for what is large.
   */
  always?: keyof typeof waits
}

/**
 * Makes a component that the page does not wait for. It is loaded once it is needed, and renders nothing before. After
 * a failure the next need tries again.
 */
export function loadWhenNeeded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { always }: LateOptions = {},
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
      if (!isNeeded) return always && waits[always](begin)
      begin()
      return undefined
    }, [isLoaded, isNeeded])
    return Loaded ? <Loaded {...props} /> : null
  }
}
