import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ApprovalsSearch } from './approvals-search.ts'

type Asked = Pick<ApprovalsSearch, 'request' | 'member'>

interface Written {
  last: Asked
  /** The requests that the address may still name until it has caught up. */
  passed: readonly (string | undefined)[]
}

/**
 * Returns the request to show, and the function that changes it. The address follows some time later, as the router draws
 * in pieces. A person who decides by keys is faster than that, so what was chosen here counts at once.
 */
export function useAsked({ request, member }: Asked) {
  const navigate = useNavigate()
  const [written, setWritten] = useState<Written>()
  const hasCaughtUp = written?.last.request === request
  const isOwn = written !== undefined && (hasCaughtUp || written.passed.includes(request))
  if (written && !isOwn) setWritten(undefined)
  else if (written && hasCaughtUp && written.passed.length > 0) setWritten({ ...written, passed: [] })

  const write = useCallback(
    (asked: Asked) => {
      setWritten((before) => ({ last: asked, passed: [...(before?.passed ?? []), before?.last.request, request] }))
      void navigate({ to: '.', search: (before) => ({ ...before, ...asked }), replace: true, resetScroll: false })
    },
    [navigate, request],
  )
  return { asked: isOwn ? written.last : { request, member }, write }
}
