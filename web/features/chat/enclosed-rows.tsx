import { FileText, Image as ImageIcon, RotateCw, X } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { formatBytes } from '../../ui/check-file.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ConversationSide } from './conversation-side.ts'
import { enclosuresOf, type Enclosures, type EnclosedFile } from './enclosures.ts'
import { loadEnclosing } from './load-enclosing.ts'
import { RequestCardFrame } from './request-card-frame.tsx'

interface EnclosedRowsProps {
  side: ConversationSide
  enclosures: Enclosures
  /** Called after something was removed, as its button is gone. */
  onRemoved: () => void
}

/** The request that the next message is about, and its files, above its text. */
export function EnclosedRows({ side, enclosures: { files, requestId }, onRemoved }: EnclosedRowsProps) {
  if (requestId === null && files.length === 0) return null
  const removeRequest = () => {
    enclosuresOf(side).setRequest(null)
    onRemoved()
  }
  return (
    <div className="mb-2 grid max-h-56 gap-2 overflow-y-auto overscroll-contain">
      {requestId !== null && <RequestCardFrame side={side} requestId={requestId} onRemove={removeRequest} />}
      <ul aria-label={t('Attached files')} className="grid gap-2 empty:hidden">
        {files.map((file) => (
          <FileRow key={file.key} side={side} file={file} onRemoved={onRemoved} />
        ))}
      </ul>
    </div>
  )
}

interface FileRowProps {
  side: ConversationSide
  file: EnclosedFile
  onRemoved: () => void
}

function FileRow({ side, file, onRemoved }: FileRowProps) {
  const { key, name, progress, canRetry } = file
  const isSending = progress !== undefined
  const remove = () => {
    enclosuresOf(side).remove(key)
    onRemoved()
  }
  return (
    <li className="flex min-h-touch items-center gap-2 rounded-3 border border-line bg-surface px-3 text-sm">
      <Icon file={file} />
      <div className="min-w-0 flex-1 py-1">
        <p className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-semibold">{name}</span>
          <span className="flex-none text-xs text-ink-3">
            {isSending ? `${Math.round(progress)}%` : formatBytes(file.sizeBytes)}
          </span>
        </p>
        {isSending && <ProgressBar percent={progress} label={name} className="mt-1" />}
        <p role="alert" className="text-xs text-bad empty:hidden">
          {faultOf(file)}
        </p>
      </div>
      {canRetry && (
        <IconButton
          label={t('Upload {name} again', { name })}
          size="sm"
          onClick={() => void loadEnclosing().then(({ uploadEnclosed }) => uploadEnclosed(side, file))}
        >
          <RotateCw aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={isSending ? t('Stop the upload of {name}', { name }) : t('Remove {name}', { name })}
        size="sm"
        onClick={remove}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function Icon({ file: { file, stored } }: { file: EnclosedFile }) {
  const Kind = (stored?.mime_type ?? file?.type ?? '').startsWith('image/') ? ImageIcon : FileText
  return <Kind aria-hidden="true" size={18} className="flex-none text-link" />
}

/** Says why a file cannot be sent. After a reload the page no longer has a file that the server had not received. */
function faultOf({ error, stored, file }: EnclosedFile): string | undefined {
  return error ?? (stored || file ? undefined : t('This file is no longer here. Remove it and choose it again.'))
}
