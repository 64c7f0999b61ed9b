import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import { t } from '../../../contract/translate.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface CheckedLinkProps<Details> {
  /** The token of the link. It is part of the query's key, so each link is checked by itself. */
  token: string
  /** Asks the server about the token. The query has the id of this operation. */
  operation: { id: string }
  check: (signal: AbortSignal) => Promise<Details>
  /** The refusal of a link that does not work (any more), and the content that takes the form's place then. */
  invalidCode: ErrorCode
  invalid: (error: ApiError) => ReactNode
  children: (details: Details) => ReactNode
}

/** Checks the link of a mail before it shows the form, so that nothing is typed for a link that does not work. */
export function CheckedLink<Details>({
  token,
  operation,
  check,
  invalidCode,
  invalid,
  children,
}: CheckedLinkProps<Details>) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [operation.id, token],
    queryFn: ({ signal }) => check(signal),
    staleTime: Infinity,
    gcTime: 0,
    // The link does not depend on the session, so signing in or out leaves the form in place.
    meta: { topics: [], isPublic: true },
  })
  if (isPending) {
    return (
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Spinner />
        {t('Checking the link...')}
      </p>
    )
  }
  if (data !== undefined) return children(data)
  if (error instanceof ApiError && error.code === invalidCode) return invalid(error)
  return (
    <Notice
      tone="bad"
      role="alert"
      action={
        <Button variant="ghost" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {t('Try again')}
        </Button>
      }
    >
      {messageOf(error)}
    </Notice>
  )
}
