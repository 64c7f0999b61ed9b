import { useRef, useState } from 'react'
import { errors } from '../../../contract/errors.ts'
import { t } from '../../../contract/translate.ts'
import { uploadFile } from '../../../contract/endpoints/uploads.ts'
import { messageOf } from '../../lib/api-error.ts'
import { upload } from '../../lib/api.ts'
import type { FileFault } from '../../ui/check-file.ts'
import { isAboutFile, isCostly, shrink } from './fit-file.ts'
import { faultText, isPhotograph, photographText } from './slip-rules.ts'

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
  const { begin, abort, remove, setProgress, setError, setCanRetry, setIsFitting, ...state } = useChosenFile(onStored)
  const send = async (chosen: File) => {
    const { signal } = begin(chosen)
    const isToFit = await isCostly(chosen)
    if (signal.aborted) return
    await (isToFit ? fitAndSend(chosen, signal, errors.picture_too_costly.message) : transmit(chosen))
  }
  const transmit = async (chosen: File) => {
    const { signal } = begin(chosen)
    try {
      const { id } = await upload(uploadFile, chosen, { onProgress: (part) => setProgress(part * 100), signal })
      onStored({ id, name: chosen.name, sizeBytes: chosen.size })
      // Clears an error that the form has set meanwhile, such as a note about the unfinished upload.
      setError(undefined)
    } catch (failure) {
      if (signal.aborted) return
      setError(messageOf(failure))
      setCanRetry(!isAboutFile(failure))
    }
    setProgress(undefined)
  }
  const fit = async (fault: FileFault, chosen: File) => {
    if (!isPhotograph(fault, chosen)) return setError(faultText(fault))
    return fitAndSend(chosen, begin(chosen).signal, photographText(chosen))
  }
  /** Converts a photograph and sends it. If this browser cannot convert it, `advice` says what to do. */
  const fitAndSend = async (chosen: File, signal: AbortSignal, advice: string) => {
    setIsFitting(true)
    const fitting = await shrink(chosen)
    if (signal.aborted) return
    setIsFitting(false)
    if (fitting) return transmit(fitting)
    remove()
    setError(advice)
  }
  const stop = () => {
    abort()
    setProgress(undefined)
    // The chosen file itself breaks the rules, so it cannot be sent later.
    if (state.isFitting) return remove()
    setError(uploadStopped)
    setCanRetry(true)
  }
  return { ...state, stored, send, stop, remove, refuse: setError, fit }
}

/** Keeps the chosen file and the state of its upload. */
function useChosenFile(onStored: (stored: null) => void) {
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const [canRetry, setCanRetry] = useState(false)
  const [isFitting, setIsFitting] = useState(false)
  const underWay = useRef<AbortController>(null)
  const abort = () => underWay.current?.abort()
  const begin = (chosen: File) => {
    abort()
    const controller = new AbortController()
    underWay.current = controller
    setFile(chosen)
    setError(undefined)
    setCanRetry(false)
    setProgress(0)
    onStored(null)
    return controller
  }
  const remove = () => {
    abort()
    setFile(null)
    setProgress(undefined)
    setError(undefined)
    setCanRetry(false)
    setIsFitting(false)
    onStored(null)
  }
  const setters = { setProgress, setError, setCanRetry, setIsFitting }
  return { file, progress, error, canRetry, isFitting, begin, abort, remove, ...setters }
}
