import { FileText, X } from 'lucide-react'
import { useCallback } from 'react'
import { t } from '../../contract/translate.ts'
import { formatBytes } from './check-file.ts'
import { IconButton } from './icon-button.tsx'
import { ProgressBar } from './progress-bar.tsx'

interface FilePreviewProps {
  file: File
  progress?: number | undefined
  onReplace?: (() => void) | undefined
  onRemove: () => void
  removeLabel?: string | undefined
}

export function FilePreview({ file, progress, onReplace, onRemove, removeLabel }: FilePreviewProps) {
  return (
    <div className="flex items-center gap-3 p-3.5">
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 truncate font-semibold">{file.name}</span>
          <span className="text-sm text-ink-3">
            {formatBytes(file.size)}
            {progress !== undefined && ` · ${Math.round(progress)}%`}
          </span>
        </p>
        {progress !== undefined && <ProgressBar percent={progress} label={file.name} className="mt-1.5" />}
        {progress === undefined && onReplace && (
          <button type="button" onClick={onReplace} className="link min-h-6 text-sm">
            {t('Replace')}
          </button>
        )}
      </div>
      <IconButton label={removeLabel ?? t('Remove {name}', { name: file.name })} onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function Thumbnail({ file }: { file: File }) {
  const drawFile = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return (
    <span className="grid h-15 w-12 flex-none place-items-center overflow-hidden rounded-2 bg-sunken text-link">
      {file.type.startsWith('image/') ? (
        <img ref={drawFile} alt="" className="size-full object-cover" />
      ) : (
        <FileText aria-hidden="true" size={22} />
      )}
    </span>
  )
}
