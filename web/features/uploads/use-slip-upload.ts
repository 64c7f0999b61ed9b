import { useRef, useState } from 'react'
import { t } from '../../../contract/translate.ts'
import { uploadFile } from '../../../contract/endpoints/uploads.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { upload } from '../../lib/api.ts'
import type { FileFault } from '../../ui/check-file.ts'
import { faultText, isPhotograph, photographText, slipRules } from './slip-rules.ts'

export interface StoredSlip {
  id: string
  name: string
  sizeBytes: number
}

const uploadStopped = t('The upload was stopped.')

export interface SlipUpload {
  /** The chosen file; null after a reload, when only `stored` is known. */
  file: File | null
  stored: StoredSlip | null
  /** The sent part in per cent, during an upload. */
  progress: number | undefined
  error: string | undefined
  /** True if the chosen file did not arrive, but another try may succeed. */
  canRetry: boolean
  send: (file: File) => Promise<void>
  /** Stops an upload. The file stays chosen and can be sent again. */
  stop: () => void
  remove: () => void
  refuse: (text: string) => void
  /** Takes a file that breaks the rules. A photograph is converted if possible; otherwise the form says what to do. */
  fit: (fault: FileFault, file: File) => Promise<void>
  /** True while a photograph is being converted. */
  isFitting: boolean
}

/**
 * Sends a file as soon as it is chosen, so that submitting the form later is quick. After a failed upload, the file
 * stays chosen.
 */
export function useSlipUpload(stored: StoredSlip | null, onStored: (stored: StoredSlip | null) => void): SlipUpload {
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const [canRetry, setCanRetry] = useState(false)
  const [isFitting, setIsFitting] = useState(false)
  const underWay = useRef<AbortController>(null)
  const begin = (chosen: File) => {
    underWay.current?.abort()
    const controller = new AbortController()
    underWay.current = controller
    setFile(chosen)
    setError(undefined)
    setCanRetry(false)
    setProgress(0)
    onStored(null)
    return controller
  }
  const send = async (chosen: File) => {
    const controller = begin(chosen)
    try {
      const { id } = await upload(uploadFile, chosen, (part) => setProgress(part * 100), controller.signal)
      onStored({ id, name: chosen.name, sizeBytes: chosen.size })
      // Clears an error that the form has set meanwhile, such as a note about the unfinished upload.
      setError(undefined)
    } catch (failure) {
      if (controller.signal.aborted) return
      setError(messageOf(failure))
      setCanRetry(!isAboutFile(failure))
    }
    setProgress(undefined)
  }
  const fit = async (fault: FileFault, chosen: File) => {
    if (!isPhotograph(fault, chosen)) return setError(faultText(fault))
    const { signal } = begin(chosen)
    setIsFitting(true)
    const fitting = await shrink(chosen)
    if (signal.aborted) return
    setIsFitting(false)
    if (fitting) return send(fitting)
    remove()
    setError(photographText(chosen))
  }
  const stop = () => {
    underWay.current?.abort()
    setProgress(undefined)
    // The chosen file itself breaks the rules, so it cannot be sent later.
    if (isFitting) return remove()
    setError(uploadStopped)
    setCanRetry(true)
  }
  const remove = () => {
    underWay.current?.abort()
    setFile(null)
    setProgress(undefined)
    setError(undefined)
    setCanRetry(false)
    setIsFitting(false)
    onStored(null)
  }

  return { file, stored, progress, error, canRetry, send, stop, remove, refuse: setError, fit, isFitting }
}

/** Converts a photograph. The code loads on demand, as most files fit. */
async function shrink(file: File): Promise<File | null> {
  try {
    const { shrinkPicture } = await import('./shrink-picture.ts')
    return await shrinkPicture(file, slipRules.maxBytes)
  } catch {
    return null
  }
}

/** True if the server refused the file for its content, and would refuse it again. */
function isAboutFile(failure: unknown): boolean {
  return failure instanceof ApiError && [413, 415, 422].includes(failure.status)
}
