import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrandMark } from './ui/brand-mark.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <main className="grid min-h-dvh place-content-center">
      <BrandMark size={96} label="ET" />
    </main>
  </StrictMode>,
)
