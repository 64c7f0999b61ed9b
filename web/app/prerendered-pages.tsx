import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { pagePaths } from '../../contract/pages.ts'
import { renderFrame, type PrerenderedFrame } from './prerendered-frames.tsx'
import { LandingDocument } from './landing-document.tsx'
import { StartScreen } from './layouts/start-screen.tsx'
import { StuckScreen, StuckNotice } from './layouts/start-stuck.tsx'

/** The HTML that the server sends before any script runs, in one language. */
interface PrerenderedPages {
  /** The home page of a visitor, complete. */
  home: string
  /** The notice that the home page shows above itself when its scripts do not arrive. */
  homeStuck: string
  /** The content of any other page until the app replaces it. */
  start: string
  frames: Record<string, PrerenderedFrame | undefined>
}

/** Draws all pages in the language of the catalogue that was there before this module. */
export async function prerenderPages(): Promise<PrerenderedPages> {
  const frames: PrerenderedPages['frames'] = {}
  for (const path of pagePaths) frames[path] = await renderFrame(path)
  return {
    home: renderToString(<LandingDocument />),
    homeStuck: renderToStaticMarkup(<StuckNotice />),
    start: renderToStaticMarkup(
      <>
        <StartScreen />
        <StuckScreen />
      </>,
    ),
    frames,
  }
}
