import './gallery.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'

// Development only: `vite`, then /gallery.html. It shows every part of web/ui in its states, with made-up words.
const root = document.getElementById('root')
if (!root) throw new Error('gallery.html has no #root')

createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
