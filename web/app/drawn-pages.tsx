import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { LandingDocument } from './landing-document.tsx'
import { StartScreen } from './layouts/start-screen.tsx'
import { StuckScreen, StuckStrip } from './layouts/start-stuck.tsx'

export { renderFrame } from './drawn-frames.tsx'

/** The home page as text, which the server sends so that nobody waits for a script to see it. */
export function renderHome(): string {
  return renderToString(<LandingDocument />)
}

/** What the home page says above itself when its scripts do not come. */
export function renderHomeStuck(): string {
  return renderToStaticMarkup(<StuckStrip />)
}

/** What stands in the place of any other page until the app has it. */
export function renderStart(): string {
  return renderToStaticMarkup(
    <>
      <StartScreen />
      <StuckScreen />
    </>,
  )
}
