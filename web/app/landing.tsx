import { startTransition } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { LandingDocument } from './landing-document.tsx'
import { onReconnect } from '../lib/connection.ts'
import { takeBackChoices } from '../lib/early-choices.ts'
import { loadTexts } from '../lib/load-texts.ts'
import { queryClient, refreshFailed } from '../lib/query-client.ts'
import { watchReleases } from '../lib/releases.ts'
import { followOtherTabs, sessionQuery } from '../lib/session.ts'
import '../styles/base.css'
import { whenIdle } from '../ui/when-idle.ts'

// The home page of a visitor who comes from elsewhere: it is there before any script is, and needs few. The app, with all
// that belongs to whoever is signed in, takes its place when somebody is.

const element = document.getElementById('root')
if (!element) throw new Error('landing.html has no #root')

const chooseAgain = takeBackChoices(element)
let root: Root
// In small pieces, between which the page scrolls and answers.
startTransition(() => {
  root = hydrateRoot(element, <LandingDocument onAlive={chooseAgain} />)
})
const stopFollowing = followOtherTabs()
const stopWaiting = queryClient.getQueryCache().subscribe(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey)?.isAuthenticated) void giveWay()
})
onReconnect(refreshFailed)

whenIdle(() => void watchReleases())
for (const sign of ['pointerover', 'focusin', 'touchstart']) element.addEventListener(sign, fetchApp, { passive: true })

/** Whoever reaches for a link or a button that leads on will need the app in a moment. */
function fetchApp({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('a[href^="/"], article button')) return
  void loadApp().catch(() => {})
}

async function giveWay(): Promise<void> {
  stopWaiting()
  try {
    const { startApp } = await loadApp()
    stopFollowing()
    await startApp(root, { isInPlaceOfAPage: true })
  } catch (error) {
    // A newer release may have taken its files away. The server sends whoever is signed in the app of today.
    console.warn('The app could not be loaded', error)
    location.reload()
  }
}

async function loadApp() {
  await loadTexts('app')
  return import('./start-app.tsx')
}
