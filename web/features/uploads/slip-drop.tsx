import { FileCheck, X } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { formatBytes } from '../../ui/check-file.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { slipHint, slipRules } from './slip-rules.ts'
import type { SlipUpload, StoredSlip } from './use-slip-upload.ts'

interface SlipDropProps {
  slip: SlipUpload
  label: string
  /** The text that is shown once the server has the file. */
  uploadedText?: string | undefined
  /** The fault that the form finds with the file. */
  error?: string | undefined
  disabled?: boolean | undefined
}

/** A payment slip or another proof: chosen, dropped or pasted. It is checked and sent at once, with its progress. */
export function SlipDrop({ slip, label, uploadedText = t('Slip uploaded.'), error, disabled }: SlipDropProps) {
  const { file, stored, progress } = slip
  const isSending = progress !== undefined
  return (
    <div data-fault={Boolean(slip.error ?? error) || undefined}>
      <FileDrop
        {...slipRules}
        file={file}
        onFile={(chosen) => (chosen ? void slip.send(chosen) : slip.remove())}
        onRefuse={(fault, refused) => void slip.fit(fault, refused)}
        label={label}
        hint={slipHint}
        error={slip.error ?? error}
        progress={progress}
        onCancel={slip.stop}
        removeLabel={isSending && file ? t('Stop the upload of {name}', { name: file.name }) : undefined}
        kept={stored && !file && <KeptFile stored={stored} onRemove={slip.remove} disabled={disabled} />}
        disabled={disabled}
      />
      <p role="status" className="mt-1.5 text-sm font-semibold text-ok empty:hidden">
        {stored && file && uploadedText}
        {slip.isFitting && t('The photograph is made smaller…')}
      </p>
      {file && slip.canRetry && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => void slip.send(file)}>
          {t('Upload again')}
        </Button>
      )}
    </div>
  )
}

interface KeptFileProps {
  stored: StoredSlip
  onRemove: () => void
  disabled: boolean | undefined
}

/** The file that the server has kept. After a reload, the page no longer has the file itself. */
function KeptFile({ stored, onRemove, disabled }: KeptFileProps) {
  return (
    <div className="flex items-center gap-3 p-3.5">
      <span className="grid h-15 w-12 flex-none place-items-center rounded-2 bg-sunken text-ok">
        <FileCheck aria-hidden="true" size={22} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-semibold">{stored.name}</span>
          <span className="text-sm text-ink-3">{formatBytes(stored.sizeBytes)}</span>
        </p>
        <p className="text-sm font-semibold text-ok">{t('Uploaded before this page was reloaded.')}</p>
      </div>
      <IconButton label={t('Remove {name}', { name: stored.name })} onClick={onRemove} disabled={disabled}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
