import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { numberLocale } from '../../contract/translate.ts'
import { isNotConfirmed } from './api-error.ts'
import type { DownloadedFile } from './api.ts'
import { saveFile } from './save-file.ts'

interface ExportOptions {
  load: (options: { onProgress: (bytes: number) => void; timeoutMs: number }) => Promise<DownloadedFile>
  /** The file name if the server sends none. */
  fallbackName: string
  timeoutMs: number
}

/** Downloads a list as a file and saves it. `size` is the amount that has arrived so far. */
export function useExport({ load, fallbackName, timeoutMs }: ExportOptions) {
  const [bytes, setBytes] = useState(0)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => load({ onProgress: setBytes, timeoutMs }),
    onMutate: () => setBytes(0),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? fallbackName),
  })
  // A person who does not prove the call has taken it back. That is no failure.
  return {
    save: () => mutate(),
    size: formatSize(bytes),
    isPending,
    isSuccess,
    error: isNotConfirmed(error) ? null : error,
  }
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${tenths(bytes / 1_000_000)} MB`
}

const tenths = (value: number) =>
  value.toLocaleString(numberLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
