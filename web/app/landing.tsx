import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { LandingDocument } from './landing-document.tsx'
import { onReconnect } from '../lib/connection.ts'
import { replayEarlyChoices } from '../lib/early-choices.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { queryClient, refetchFailed } from '../lib/query-client.ts'
import { watchReleases } from '../lib/releases.ts'
import { followOtherTabs, sessionQuery } from '../lib/session.ts'
import '../styles/base.css'
import { whenIdle } from '../ui/when-idle.ts'

// Starts the home page of a visitor. The server sends that page complete, so it needs few scripts. If the visitor is
// signed in, the app replaces the page.

const element = document.getElementById('root')
if (!element) throw new Error('landing.html has no #root')

const chooseAgain = replayEarlyChoices(element)
let root: Root
// React works in small pieces, so that the page can scroll and respond in between.
startTransition(() => {
  root = hydrateRoot(element, <LandingDocument onMounted={chooseAgain} />)
})
const stopFollowing = followOtherTabs()
const stopWaiting = queryClient.getQueryCache().subscribe(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey)?.isAuthenticated) void startAppInPlace()
})
onReconnect(refetchFailed)

whenIdle(() => void watchReleases())
for (const sign of ['pointerover', 'focusin', 'touchstart']) element.addEventListener(sign, fetchApp, { passive: true })

/** Loads the app early: a person who points at a link or a package button will need it in a moment. */
function fetchApp({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('a[href^="/"], article button')) return
  void loadApp().catch(() => {})
}

async function startAppInPlace(): Promise<void> {
  stopWaiting()
  try {
    const { startApp } = await loadApp()
    stopFollowing()
    await startApp(root, { replacesPage: true })
  } catch (error) {
    // A newer release may have removed the files of this one. After the reload, the server sends the app of the current
    // release.
    console.warn('The app could not be loaded', error)
    location.reload()
  }
}

async function loadApp() {
  await loadTexts('app')
  return import('./start-app.tsx')
}
