import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { OutputOf } from '../../../contract/typed-endpoints.ts'
import { startTwoFactor, type getTwoFactor } from '../../../contract/endpoints/two-factor.ts'
import { failureTitles } from '../../../contract/texts.ts'
import { t, tc, tn } from '../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { richText } from '../../lib/rich-text.ts'
import { Button } from '../../ui/button.tsx'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { toast } from '../../ui/toast.ts'
import { twoFactorQuery } from './security-queries.ts'
import type { TwoFactorLayer } from './two-factor-dialogs.tsx'
import type { TwoFactorSetup } from './two-factor-setup.tsx'

const LateDialogs = loadWhenNeeded(async () => (await import('./two-factor-dialogs.tsx')).TwoFactorDialogs, {
  always: 'later',
})

/** Turns the second factor on and off, and makes new recovery codes. */
export function TwoFactor() {
  const state = useQuery(twoFactorQuery)
  const [layer, setLayer] = useState<TwoFactorLayer>(null)
  const { start, isPending, error } = useStart((setup) => setLayer({ setup }))
  const hasApp = state.data?.factors.includes('app') ?? false
  const hasPasskey = state.data?.factors.includes('passkey') ?? false
  const startButton = useRef<HTMLButtonElement>(null)
  const close = (isOff: boolean) => {
    setLayer(null)
    // The button that opened the dialog is about to go.
    if (isOff) startButton.current?.focus({ preventScroll: true })
  }
  return (
    <div className="grid justify-items-start gap-4">
      <ReadProblem reads={[state]} />
      {!state.data && state.isPending && <Skeleton className="h-16 w-full" />}
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`} className="w-full">
          {messageOf(error)}
        </Notice>
      )}
      {state.data && (
        <>
          <TwoFactorState state={state.data} />
          <div className="flex w-full flex-wrap gap-3 max-sm:[&>*]:w-full">
            <Button
              ref={startButton}
              variant={state.data.is_on ? 'ghost' : 'primary'}
              busy={isPending}
              onClick={start}
              // This button has the longest text, which may take two lines.
              className="max-sm:h-auto max-sm:min-h-control max-sm:py-1.5 max-sm:whitespace-normal"
            >
              {startText(state.data)}
            </Button>
            {state.data.is_on && (
              <Button variant="ghost" onClick={() => setLayer('codes')}>
                {t('New recovery codes')}
              </Button>
            )}
            {hasApp && (hasPasskey || !state.data.is_required) && (
              <Button variant="bad" onClick={() => setLayer('off')}>
                {hasPasskey ? t('Remove the app') : t('Turn off')}
              </Button>
            )}
          </div>
        </>
      )}
      <LateDialogs isNeeded={layer !== null} props={{ layer, hasPasskey, onClosed: close }} />
    </div>
  )
}

type State = OutputOf<typeof getTwoFactor>

function startText({ is_on: isOn, factors }: State): string {
  if (factors.includes('app')) return t('Use another authenticator app')
  return isOn ? t('Set up an authenticator app') : t('Turn on two-factor authentication')
}

const fewCodes = 3

function TwoFactorState({ state }: { state: State }) {
  const { is_on: isOn, is_required: isRequired, recovery_codes_left: left } = state
  return (
    <div className="grid justify-items-start gap-2">
      <StatusBadge
        status={isOn ? 'on' : 'off'}
        tone={isOn ? 'ok' : 'neutral'}
        icon={isOn ? ShieldCheck : ShieldOff}
        label={isOn ? tc('two-factor authentication', 'On') : tc('two-factor authentication', 'Off')}
      />
      <p className="text-ink-2">
        {isOn ? (
          <>
            {onText(state)} {tn('{count} recovery code is left.', '{count} recovery codes are left.', left)}
          </>
        ) : (
          t('With it on, a stolen password is not enough to log in: it takes a code of an authenticator app, too.')
        )}
        {isRequired && <> {t('It is required of administrators here.')}</>}
      </p>
      {isOn && left <= fewCodes && (
        <Notice tone="warn" title={t('Few recovery codes are left.')}>
          {t('Make new ones, so that you can still log in when your phone or passkey is lost.')}
        </Notice>
      )}
    </div>
  )
}

function onText({ factors, enabled_at: since }: State): ReactNode {
  if (!factors.includes('app'))
    return t('Logging in takes one of your passkeys, or a recovery code besides your password.')
  if (factors.includes('passkey'))
    return t('Logging in takes a passkey, or a code of your authenticator app besides your password.')
  if (since === null) return t('Logging in takes a code of your authenticator app besides your password.')
  return richText('Logging in takes a code of your authenticator app besides your password, since {time}.', {
    time: <TimeText value={since} />,
  })
}

function useStart(onStarted: (setup: TwoFactorSetup) => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(startTwoFactor, {}),
    onSuccess: onStarted,
    onError: (failure) => {
      if (isNotConfirmed(failure)) return
      toast({ title: failureTitles.update, description: messageOf(failure), variant: 'destructive' })
    },
  })
  return { start: () => mutate(), isPending, error: isNotConfirmed(error) ? null : error }
}
