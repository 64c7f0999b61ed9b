import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { passkeysMax, startPasskey } from '../../../contract/endpoints/passkeys.ts'
import { failureTitles } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { isNotConfirmed, messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { loadWhenNeeded } from '../../ui/load-when-needed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReadProblem } from '../../ui/read-problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import type { PasskeyLayer } from './passkey-dialogs.tsx'
import type { PasskeyOptions } from './passkey-name-dialogs.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import { passkeysQuery } from './security-queries.ts'

const LateDialogs = loadWhenNeeded(async () => (await import('./passkey-dialogs.tsx')).PasskeyDialogs, {
  always: 'later',
})

/** The person's passkeys, to add, rename and remove. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery)
  const [layer, setLayer] = useState<PasskeyLayer>(null)
  const list = useRef<HTMLUListElement>(null)
  const { start, isPending, error } = useStart((options) => setLayer({ add: options }))
  const items = passkeys.data?.items
  const close = (isRemoved: boolean) => {
    setLayer(null)
    // The button that opened the dialog is about to go.
    if (isRemoved) list.current?.focus({ preventScroll: true })
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {t(
          'A passkey logs you in with the lock of your device: a fingerprint, your face or a PIN. It works on this site alone, so a page that only looks like it gets nothing.',
        )}
      </p>
      <ReadProblem reads={[passkeys]} />
      {error && (
        <Notice tone="bad" role="alert" title={`${failureTitles.update}.`}>
          {messageOf(error)}
        </Notice>
      )}
      {!items && passkeys.isPending && <Skeleton className="h-16 w-full" />}
      {items && (
        // The list stays when it is empty, because it takes the focus after the last removal.
        <div>
          <ul ref={list} tabIndex={-1} aria-label={t('Your passkeys')} className="grid divide-y divide-line">
            {items.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                onRename={() => setLayer({ rename: passkey })}
                onRemove={() => setLayer({ remove: passkey })}
              />
            ))}
          </ul>
          {items.length === 0 && <p className="text-ink-2">{t('You have no passkey yet.')}</p>}
        </div>
      )}
      {items && !canUsePasskeys() && (
        <p className="text-ink-2">{t('This browser cannot use passkeys at this address.')}</p>
      )}
      {items && canUsePasskeys() && items.length < passkeysMax && (
        <Button
          variant={items.length === 0 ? 'primary' : 'ghost'}
          className="justify-self-start max-sm:w-full"
          busy={isPending}
          onClick={start}
        >
          {t('Add a passkey')}
        </Button>
      )}
      <LateDialogs isNeeded={layer !== null} props={{ layer, onClosed: close }} />
    </div>
  )
}

/** Asks for the proof that a new passkey takes, and for its challenge. */
function useStart(onStarted: (options: PasskeyOptions) => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(startPasskey, {}),
    onSuccess: onStarted,
    onError: (failure) => {
      if (isNotConfirmed(failure)) return
      toast({ title: failureTitles.update, description: messageOf(failure), variant: 'destructive' })
    },
  })
  return { start: () => mutate(), isPending, error: isNotConfirmed(error) ? null : error }
}
