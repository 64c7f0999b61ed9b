import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { toasts } from '../contract/texts.ts'
import { onReconnect } from './lib/connection.ts'
import { queryClient, refreshFailed } from './lib/query-client.ts'
import { watchSession } from './lib/session.ts'
import { createAppRouter } from './router.tsx'
import './styles/base.css'
import { toast } from './ui/toast.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const router = createAppRouter()
watchSession({
  onChange: () => router.invalidate(),
  onExpired: () => toast({ ...toasts.sessionExpired, variant: 'destructive' }),
})

onReconnect(refreshFailed)

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
