import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { queryClient } from '../lib/query-client.ts'
import { SiteBar } from './layouts/site-bar.tsx'
import { SiteFrame } from './layouts/site-frame.tsx'
import { StatsTicker } from './layouts/stats-ticker.tsx'
import { LandingPage } from '../pages/public/landing/page.tsx'

/** The home page for a visitor, without the app around it. The build and the browser must render the same. */
export function LandingDocument({ onMounted }: { onMounted?: () => void }) {
  useEffect(() => onMounted?.(), [onMounted])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SiteFrame width="full" topBar={<SiteBar />} ticker={<StatsTicker />}>
          <LandingPage />
        </SiteFrame>
      </QueryClientProvider>
    </StrictMode>
  )
}
