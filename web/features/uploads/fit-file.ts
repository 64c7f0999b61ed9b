import { errors } from '../../../contract/errors.ts'
import { isCostlyPicture, readPictureHeader } from '../../../contract/picture-header.ts'
import { ApiError } from '../../lib/api-error.ts'
import { checkFile } from '../../ui/check-file.ts'
import { faultText, isPhotograph, photographText, slipRules } from './slip-rules.ts'

/**
 * Returns a file that the server takes: the chosen one, or a picture that the browser has drawn anew. For a file that
 * it cannot make fit, returns advice.
 */
export async function fitFile(chosen: File): Promise<{ file: File } | { advice: string }> {
  const fault = checkFile(chosen, slipRules)
  if (fault && !isPhotograph(fault, chosen)) return { advice: faultText(fault) }
  if (!fault && !(await isCostly(chosen))) return { file: chosen }
  const file = await shrink(chosen)
  if (file) return { file }
  return { advice: fault ? photographText(chosen) : errors.picture_too_costly.message }
}

/** Converts a photograph. The code loads on demand, as most files fit. Returns null if this browser cannot do it. */
export async function shrink(file: File): Promise<File | null> {
  try {
    const { shrinkPicture } = await import('./shrink-picture.ts')
    return await shrinkPicture(file, slipRules.maxBytes)
  } catch {
    return null
  }
}

/** True for a picture that the server refuses, because it takes too much work to decode. The browser draws it anew. */
export async function isCostly(file: File): Promise<boolean> {
  if (!file.type.startsWith('image/')) return false
  const header = readPictureHeader(new Uint8Array(await file.arrayBuffer()))
  return header !== undefined && isCostlyPicture(header)
}

/** True if the server refused the file for its content, and would refuse it again. */
export function isAboutFile(failure: unknown): boolean {
  return failure instanceof ApiError && [413, 415, 422].includes(failure.status)
}
