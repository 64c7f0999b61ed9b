import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errors } from '../../../../contract/errors.ts'
import { isMemberId } from '../../../../contract/member-id.ts'
import { getProfileByMemberId } from '../../../../contract/profiles.ts'
import { fieldTexts } from '../../../../contract/texts.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'

export type Recipient =
  | { state: 'none' | 'waiting' }
  | { state: 'found'; memberId: string; name: string }
  | { state: 'refused'; text: string; canRetry: boolean }

const pauseMs = 500

/** Who is behind the typed member id. It is asked for half a second after the last key; an answer about another id is not used. */
export function useRecipient(typed: string, ownId: string | null) {
  const memberId = toMemberId(typed)
  const [settled, setSettled] = useState(memberId)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(memberId), pauseMs)
    return () => clearTimeout(timer)
  }, [memberId])
  const isSettled = settled === memberId
  const known = isSettled ? judgeAlone(memberId, ownId) : undefined
  const look = useQuery({ ...recipientQuery(memberId), enabled: isSettled && known === undefined })

  return {
    recipient: known ?? (isSettled ? read(memberId, look) : waiting),
    lookAgain: () => void look.refetch(),
    /** Without the pause, for an id that nobody is still typing. */
    lookNow: async (text: string): Promise<Recipient> => {
      const id = toMemberId(text)
      setSettled(id)
      return judgeAlone(id, ownId) ?? fetchRecipient(id)
    },
  }
}

/** The server knows the id in capital letters. */
function toMemberId(typed: string): string {
  return typed.trim().toUpperCase()
}

const waiting: Recipient = { state: 'waiting' }

/** What needs no question to the server, which answers only so many: above all an id that is still being typed. */
function judgeAlone(memberId: string, ownId: string | null): Recipient | undefined {
  if (memberId === '') return { state: 'none' }
  if (memberId === ownId) return refused(errors.recipient_is_self.message)
  if (!isMemberId(memberId)) return refused(errors.recipient_invalid.message)
  return undefined
}

interface Look {
  data: { full_name: string } | null | undefined
  error: Error | null
  isFetching: boolean
}

function read(memberId: string, { data, error, isFetching }: Look): Recipient {
  if (data) return { state: 'found', memberId, name: data.full_name }
  if (isFetching) return waiting
  if (data === null) return refused(errors.recipient_invalid.message)
  return error ? failed(error) : waiting
}

async function fetchRecipient(memberId: string): Promise<Recipient> {
  try {
    const data = await queryClient.fetchQuery(recipientQuery(memberId))
    return read(memberId, { data, error: null, isFetching: false })
  } catch (error) {
    return failed(error)
  }
}

/** The server has said meanwhile that nobody with this id can receive coins. */
export function forgetRecipient(memberId: string): void {
  queryClient.setQueryData(recipientQuery(memberId).queryKey, null)
}

function refused(text: string): Recipient {
  return { state: 'refused', text, canRetry: false }
}

/** A look-up that came too often says when it may come again. */
function failed(error: unknown): Recipient {
  const isTooOften = error instanceof ApiError && error.code === 'too_many_requests'
  return { state: 'refused', text: isTooOften ? messageOf(error) : fieldTexts.memberIdUnchecked, canRetry: true }
}

function recipientQuery(memberId: string) {
  return queryOptions({
    queryKey: [getProfileByMemberId.id, memberId],
    queryFn: ({ signal }) => call(getProfileByMemberId, { query: { p_member_id: memberId } }, { signal }),
    // Look-ups are counted, so the same question is not asked again at once.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { topics: [], isPublic: false },
  })
}
