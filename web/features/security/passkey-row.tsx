import { KeyRound } from 'lucide-react'
import type { Passkey } from '../../../contract/passkeys.ts'
import { t } from '../../../contract/translate.ts'
import { richText } from '../../lib/rich-text.ts'
import { Button } from '../../ui/button.tsx'
import { TimeText } from '../../ui/time-text.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, created_at: since, last_used_at: lastUse } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <KeyRound aria-hidden="true" size={20} className="text-ink-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm text-ink-2">
          {richText('added {time}', { time: <TimeText value={since} relative /> })} ·{' '}
          {lastUse === null
            ? t('not used yet')
            : richText('last used {time}', { time: <TimeText value={lastUse} relative /> })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" onClick={onRename} aria-label={t('Rename the passkey {name}', { name })}>
          {t('Rename')}
        </Button>
        <Button variant="bad" onClick={onRemove} aria-label={t('Remove the passkey {name}', { name })}>
          {t('Remove')}
        </Button>
      </div>
    </li>
  )
}
