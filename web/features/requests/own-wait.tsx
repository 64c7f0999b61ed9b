import type { Request } from '../../../contract/requests.ts'
import { isSlipAsked } from './request-display.ts'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'

const LateText = loadWhenNeeded(async () => (await import('./own-wait-text.tsx')).OwnWaitText)

/** Tells a member where a pending request stands. Its room is kept, so that nothing moves when the answer comes. */
export function OwnWait({ request }: { request: Request }) {
  const { id, status } = request
  // The platform waits for the member then.
  if (status !== 'pending' || isSlipAsked(request)) return null
  return (
    <div className="min-h-15">
      <LateText isNeeded props={{ requestId: id }} />
    </div>
  )
}
