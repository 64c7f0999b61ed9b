import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useId } from 'react'
import { useDropzone } from 'react-dropzone'
import { checkFile, type FileFault, type FileRules } from './check-file.ts'
import { cn } from './cn.ts'
import { FilePreview } from './file-preview.tsx'

interface FileDropProps extends FileRules {
  file: File | null
  onFile: (file: File | null) => void
  /** A file that breaks the rules is not taken; the caller says why, through `error`. */
  onRefuse: (fault: FileFault, file: File) => void
  /** What to do, e.g. "Choose, drop or paste the payment slip". It is the name of the control. */
  label: string
  /** What is accepted, in words. */
  hint?: string | undefined
  error?: string | undefined
  /** Per cent sent; set while the file is on its way. */
  progress?: number | undefined
  /** Stops an upload that is under way; without it the cross removes the file. */
  onCancel?: (() => void) | undefined
  disabled?: boolean | undefined
  removeLabel?: string | undefined
  className?: string | undefined
}

/** One file, by picker, by drop, or pasted anywhere on the page. */
export function FileDrop(props: FileDropProps) {
  const { file, onFile, onRefuse, accept, maxBytes, label, hint, error, disabled = false, className } = props
  const id = useId()
  const isLocked = disabled || props.progress !== undefined
  const take = (chosen: File | undefined) => {
    if (!chosen || isLocked) return
    const fault = checkFile(chosen, { accept, maxBytes })
    if (fault) return onRefuse(fault, chosen)
    onFile(chosen)
  }
  usePastedFile(take)

  const zone = useDropzone({
    // The picker offers the accepted kinds; whatever arrives is judged in one place, by checkFile.
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    disabled: isLocked,
    onDrop: (accepted, refused) => take(accepted[0] ?? refused[0]?.file),
  })

  return (
    <div className={className}>
      <div
        {...zone.getRootProps({ role: undefined, tabIndex: undefined })}
        className={cn(
          'rounded-3 border-[1.5px] border-dashed border-line-strong bg-surface transition-colors duration-(--dur-1)',
          zone.isDragActive && 'border-brand bg-brand-soft',
          error && 'border-bad',
        )}
      >
        <input {...zone.getInputProps({ 'aria-label': label, 'aria-hidden': true })} />
        {file ? (
          <FilePreview
            file={file}
            progress={props.progress}
            onReplace={isLocked ? undefined : zone.open}
            onRemove={props.progress !== undefined && props.onCancel ? props.onCancel : () => onFile(null)}
            removeLabel={props.removeLabel}
          />
        ) : (
          <button
            type="button"
            disabled={isLocked}
            onClick={zone.open}
            aria-describedby={`${id}-hint ${id}-error`}
            className="flex w-full flex-col items-center gap-2 rounded-3 px-4 py-7 text-center disabled:opacity-60"
          >
            <Upload aria-hidden="true" size={22} className="text-link" />
            <span className="font-semibold text-link">{label}</span>
            {hint && (
              <span id={`${id}-hint`} className="text-sm text-ink-2">
                {hint}
              </span>
            )}
          </button>
        )}
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-semibold text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}

function usePastedFile(take: (file: File | undefined) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.files[0]
    if (!pasted) return
    event.preventDefault()
    take(pasted)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
