import { createRoot } from 'react-dom/client'
import { watchReleases } from '../lib/releases.ts'
import { startApp } from './start-app.tsx'
import '../styles/base.css'
import { whenIdle } from '../ui/when-idle.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

void startApp(createRoot(root))

// In development the app changes all the time, and no service worker is needed.
if (import.meta.env.PROD) whenIdle(() => void watchReleases())
