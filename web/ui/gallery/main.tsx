import './gallery.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'

// Shows every part of web/ui in its states, with made-up words. It exists in development only, at /gallery.html of `vite`.
const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
