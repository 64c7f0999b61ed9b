import { createRoot } from 'react-dom/client'
import { watchReleases } from '../lib/releases.ts'
import { startApp } from './start-app.tsx'
import '../styles/base.css'
import { whenIdle } from '../ui/when-idle.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

void startApp(createRoot(root))

// While the app is developed it changes all the time, and there is no server of ours that could be away.
if (import.meta.env.PROD) whenIdle(() => void watchReleases())
