import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState, type ReactNode, type RefObject } from 'react'
import { useDropzone } from 'react-dropzone'
import { checkFile, type FileFault, type FileRules } from './check-file.ts'
import { cn } from './cn.ts'
import { FilePreview } from './file-preview.tsx'

interface FileDropProps extends FileRules {
  file: File | null
  onFile: (file: File | null) => void
  /** Called instead of `onFile` for a file that breaks the rules. The caller explains it through `error`. */
  onRefuse: (fault: FileFault, file: File) => void
  /** The instruction, e.g. "Choose, drop or paste the payment slip". It is the name of the control. */
  label: string
  /** The accepted files in words. */
  hint?: string | undefined
  error?: string | undefined
  /** The percentage sent so far; set while the file is being uploaded. */
  progress?: number | undefined
  /** Stops an upload. Without it the cross removes the file. */
  onCancel?: (() => void) | undefined
  disabled?: boolean | undefined
  removeLabel?: string | undefined
  /**
   * Stands for a file that was chosen earlier and is no longer in this page. Another file can be dropped in its place.
   */
  kept?: ReactNode
  className?: string | undefined
}

/** A field for one file, which can be picked, or dropped or pasted anywhere on the page. */
export function FileDrop({
  file,
  label,
  hint,
  error,
  progress,
  onFile,
  onCancel,
  removeLabel,
  kept,
  className,
  ...rules
}: FileDropProps) {
  const id = useId()
  const isLocked = rules.disabled === true || progress !== undefined
  const zone = useFileZone({ ...rules, onFile, isLocked })
  const isSending = progress !== undefined && onCancel !== undefined

  return (
    <div className={className}>
      <div
        {...zone.getRootProps({ role: undefined, tabIndex: undefined })}
        // During an upload the zone takes no other file, but its content, such as the cross, stays usable.
        aria-disabled={undefined}
        className={cn(
          'rounded-3 border-[1.5px] border-dashed border-line-strong bg-surface transition-colors duration-(--dur-1)',
          zone.isDragged && 'border-brand bg-brand-soft',
          error && 'border-bad',
        )}
      >
        <input {...zone.getInputProps({ 'aria-label': label, 'aria-hidden': true })} />
        {file ? (
          <FilePreview
            file={file}
            progress={progress}
            onReplace={isLocked ? undefined : zone.open}
            onRemove={isSending ? onCancel : () => onFile(null)}
            removeLabel={removeLabel}
          />
        ) : (
          (kept ?? <FileChooser id={id} label={label} hint={hint} disabled={isLocked} onClick={zone.open} />)
        )}
      </div>
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-semibold text-bad empty:hidden">
        {error}
      </p>
    </div>
  )
}

interface FileChooserProps {
  id: string
  label: string
  hint: string | undefined
  disabled: boolean
  onClick: () => void
}

function FileChooser({ id, label, hint, disabled, onClick }: FileChooserProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      aria-describedby={`${id}-hint ${id}-error`}
      className="flex w-full flex-col items-center gap-2 rounded-3 px-4 py-7 text-center disabled:opacity-60"
    >
      <Upload aria-hidden="true" size={22} className="text-link" />
      <span className="font-semibold text-link">{label}</span>
      <span id={`${id}-hint`} className="text-sm text-ink-2">
        {hint}
      </span>
    </button>
  )
}

interface FileZoneOptions extends FileRules {
  onFile: (file: File) => void
  onRefuse: (fault: FileFault, file: File) => void
  isLocked: boolean
}

function useFileZone({ accept, maxBytes, onFile, onRefuse, isLocked }: FileZoneOptions) {
  const take = (file: File | undefined) => {
    if (!file || isLocked) return
    const fault = checkFile(file, { accept, maxBytes })
    if (fault) onRefuse(fault, file)
    else onFile(file)
  }
  usePastedFile(take)

  const zone = useDropzone({
    // The picker offers only the accepted types. Dropped and pasted files are judged by checkFile, too.
    accept,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    disabled: isLocked,
    onDrop: (accepted, refused) => take(accepted[0] ?? refused[0]?.file),
  })
  const isOverPage = usePageDrop(zone.rootRef, take)
  return { ...zone, isDragged: isOverPage && !isLocked }
}

/**
 * Takes files that are dropped beside the zone, as a browser would otherwise open them in place of the page. Returns
 * true while a file is over the page.
 */
function usePageDrop(zone: RefObject<HTMLElement | null>, take: (file: File | undefined) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    const isInZone = zone.current?.contains(event.target as Node) ?? false
    if (event.type === 'drop' && !isInZone) take(event.dataTransfer.files[0])
    // A dragleave without a related target means that the file has left the window.
    setIsOver(event.type === 'dragover' || (event.type === 'dragleave' && event.relatedTarget !== null))
  })
  useEffect(() => {
    const listen = (event: DragEvent) => onDrag(event)
    const types = ['dragover', 'dragleave', 'drop'] as const
    for (const type of types) document.addEventListener(type, listen)
    return () => {
      for (const type of types) document.removeEventListener(type, listen)
    }
  }, [])
  return isOver
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
