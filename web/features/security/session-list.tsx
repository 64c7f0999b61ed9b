import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { endSession, signOutElsewhere } from '../../../contract/endpoints/sessions.ts'
import type { OwnSession } from '../../../contract/sessions.ts'
import { failureTitles } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { toast } from '../../ui/toast.ts'
import { deviceName, isPhone } from '../../lib/device-name.ts'
import { richText } from '../../lib/rich-text.ts'
import { sessionsQuery } from './security-queries.ts'

/** The devices on which the person is signed in. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery)
  const list = useRef<HTMLUListElement>(null)
  // The pressed button is about to go, so the list takes the focus.
  const { end, isEnding, error } = useEndSessions(() => list.current?.focus({ preventScroll: true }))
  const items = sessions.data?.items
  const others = items?.filter(({ is_current }) => !is_current).length ?? 0
  return (
    <div className="grid gap-4">
      <ReadProblem reads={[sessions]} />
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`}>
          {messageOf(error)}
        </Notice>
      )}
      {!items && sessions.isPending && <Skeleton className="h-24 w-full" />}
      {items && (
        <ul ref={list} tabIndex={-1} aria-label={t('Where you are signed in')} className="grid divide-y divide-line">
          {items.map((session) => (
            <SessionRow key={session.id} session={session} isBusy={isEnding(session)} onEnd={() => end(session)} />
          ))}
        </ul>
      )}
      {others > 0 && (
        <Button
          variant="bad"
          className="justify-self-start max-sm:w-full"
          busy={isEnding('elsewhere')}
          onClick={() => end('elsewhere')}
        >
          {t('Sign out everywhere else')}
        </Button>
      )}
    </div>
  )
}

interface SessionRowProps {
  session: OwnSession
  isBusy: boolean
  onEnd: () => void
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const name = deviceName(session.user_agent)
  const Icon = isPhone(session.user_agent) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" size={20} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold" title={session.user_agent}>
          {name}
          {session.is_current && <Badge tone="brand">{t('This device')}</Badge>}
        </p>
        <p className="text-sm text-ink-2">
          <span className="mono">{session.ip_address}</span> ·{' '}
          {richText('last used {time}', { time: <TimeText value={session.last_active_at} relative /> })}
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="ghost"
          busy={isBusy}
          onClick={onEnd}
          aria-label={t('Sign out {device}, {address}', { device: name, address: session.ip_address })}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

type Target = OwnSession | 'elsewhere'

function endedText(target: Target): string {
  if (target === 'elsewhere') return t('Signed out everywhere else')
  return t('Signed out: {device}', { device: deviceName(target.user_agent) })
}

function useEndSessions(onEnded: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (target: Target) => {
      if (target === 'elsewhere') await call(signOutElsewhere, {})
      else await call(endSession, { params: { sessionId: target.id } })
    },
    onSuccess: (_answer, target) => {
      onEnded()
      toast({ title: endedText(target) })
    },
    onError: (failure) =>
      toast({ title: failureTitles.update, description: messageOf(failure), variant: 'destructive' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  return {
    end: (target: Target) => !isPending && mutate(target),
    isEnding: (target: Target) => isPending && variables === target,
    error,
  }
}
