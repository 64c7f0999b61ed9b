import { renderToString } from 'react-dom/server'
import { LandingDocument } from './landing-document.tsx'

/** The home page as text, which the server sends so that nobody waits for a script to see it. */
export function renderLanding(): string {
  return renderToString(<LandingDocument />)
}
