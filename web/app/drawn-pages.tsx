import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { LandingDocument } from './landing-document.tsx'
import { StartScreen } from './layouts/start-screen.tsx'
import { StuckScreen, StuckStrip } from './layouts/start-stuck.tsx'

export { renderFrame } from './drawn-frames.tsx'

/** Renders the home page as text. The server sends it, so that visitors see the page before its scripts load. */
export function renderHome(): string {
  return renderToString(<LandingDocument />)
}

/** Renders the notice that the home page shows above itself if its scripts do not arrive. */
export function renderHomeStuck(): string {
  return renderToStaticMarkup(<StuckStrip />)
}

/** Renders the screens that stand in place of any other page until the app has loaded. */
export function renderStart(): string {
  return renderToStaticMarkup(
    <>
      <StartScreen />
      <StuckScreen />
    </>,
  )
}
