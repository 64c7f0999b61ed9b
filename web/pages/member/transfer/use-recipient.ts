import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDebounce } from 'use-debounce'
import { errors } from '../../../../contract/errors.ts'
import { isMemberId } from '../../../../contract/member-id.ts'
import { getProfileByMemberId } from '../../../../contract/endpoints/profiles.ts'
import { fieldTexts } from '../../../../contract/texts.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'

export type Recipient =
  | { state: 'none' | 'waiting' }
  | { state: 'found'; memberId: string; name: string }
  | { state: 'refused'; text: string; canRetry: boolean }

const pauseMs = 500

/** Finds the member behind a typed id, half a second after the last key. An answer about another id is not used. */
export function useRecipient(typed: string, ownId: string | null) {
  const memberId = toMemberId(typed)
  const [settled, settle] = useDebounce(memberId, pauseMs)
  const isSettled = settled === memberId
  const known = isSettled ? judgeWithoutServer(memberId, ownId) : undefined
  const look = useQuery({ ...recipientQuery(memberId), enabled: isSettled && known === undefined })

  return {
    recipient: known ?? (isSettled ? read(memberId, look) : waiting),
    lookAgain: () => void look.refetch(),
    /** Looks up an id without the pause, once it is no longer being typed. */
    lookNow: async (text: string): Promise<Recipient> => {
      const id = toMemberId(text)
      settle(id)
      settle.flush()
      return judgeWithoutServer(id, ownId) ?? fetchRecipient(id)
    },
  }
}

/** The server stores member ids in capital letters. */
function toMemberId(typed: string): string {
  return typed.trim().toUpperCase()
}

const waiting: Recipient = { state: 'waiting' }

/** Judges an id without the server, which limits look-ups. Above all this concerns an id that is still being typed. */
function judgeWithoutServer(memberId: string, ownId: string | null): Recipient | undefined {
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

/** Marks an id as unknown, after the server has said that no member with it can receive coins. */
export function forgetRecipient(memberId: string): void {
  queryClient.setQueryData(recipientQuery(memberId).queryKey, null)
}

function refused(text: string): Recipient {
  return { state: 'refused', text, canRetry: false }
}

/** Returns the text for a failed look-up. After too many look-ups it says when the next one is possible. */
function failed(error: unknown): Recipient {
  const isTooOften = error instanceof ApiError && error.code === 'too_many_requests'
  return { state: 'refused', text: isTooOften ? messageOf(error) : fieldTexts.memberIdUnchecked, canRetry: true }
}

function recipientQuery(memberId: string) {
  return queryOptions({
    queryKey: [getProfileByMemberId.id, memberId],
    queryFn: ({ signal }) => call(getProfileByMemberId, { query: { p_member_id: memberId } }, { signal }),
    // Look-ups are limited, so the same id is not looked up again for a minute.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
    meta: { topics: [], isPublic: false },
  })
}
