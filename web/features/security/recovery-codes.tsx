import { Download, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { toasts } from '../../../contract/texts.ts'
import { t } from '../../../contract/translate.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  isSaved: boolean
  onSaved: (isSaved: boolean) => void
  /** The reason why the dialog cannot close yet. */
  fault: string | undefined
}

/** Recovery codes to copy, download or print. The server shows them only once. */
export function RecoveryCodes({ codes, isSaved, onSaved, fault }: RecoveryCodesProps) {
  const { user } = useSession()
  const faultId = useId()
  const title = t('ET recovery codes of {email}', { email: user?.email ?? '' })
  return (
    <div className="grid gap-4">
      <div data-printed className="grid gap-2">
        <p className="text-sm break-words text-ink-2">{title}</p>
        <ol
          aria-label={t('Recovery codes')}
          translate="no"
          className="mono grid grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] gap-x-4 gap-y-1 rounded-2 border border-line bg-surface p-3"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <SaveButtons title={title} codes={codes} />
      <Checkbox
        checked={isSaved}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault ? faultId : undefined}
        onChange={(event) => onSaved(event.currentTarget.checked)}
      >
        {t('I have saved them')}
      </Checkbox>
      {fault && (
        <Notice tone="bad" role="alert">
          <span id={faultId}>{fault}</span>
        </Notice>
      )}
    </div>
  )
}

function SaveButtons({ title, codes }: { title: string; codes: readonly string[] }) {
  const [isCopied, setIsCopied] = useState(false)
  const list = codes.join('\n')
  const save = () => saveFile(new Blob([`${title}\n\n${list}\n`], { type: 'text/plain' }), 'et-recovery-codes.txt')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CopyButton text={list} label={t('Copy the recovery codes')} size="md" onCopied={() => setIsCopied(true)}>
        {t('Copy')}
      </CopyButton>
      <Button variant="ghost" onClick={save}>
        <Download aria-hidden="true" />
        {t('Download')}
      </Button>
      <Button variant="ghost" onClick={() => print()}>
        <Printer aria-hidden="true" />
        {t('Print')}
      </Button>
      {/* A status line, as a toast could not be reached behind the dialog. */}
      <span role="status" className="text-sm text-ink-2">
        {isCopied && toasts.copied.title}
      </span>
    </div>
  )
}
