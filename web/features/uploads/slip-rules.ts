import { errors } from '../../../contract/errors.ts'
import { t } from '../../../contract/translate.ts'
import { uploadMaxBytes, type uploadTypes } from '../../../contract/endpoints/uploads.ts'
import type { FileFault, FileRules } from '../../ui/check-file.ts'

const accept: Record<(typeof uploadTypes)[number], string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
}

/** The rules of the server, which checks the content and not the name. */
export const slipRules: FileRules = { accept, maxBytes: uploadMaxBytes }

export const slipHint = t('PNG, JPG or PDF, 5 MB at most; a larger photograph is made smaller here')

/** True for a picture that is too large, or in the format of iPhones or WebP. The browser may be able to convert it. */
export function isPhotograph(fault: FileFault, file: File): boolean {
  return fault === 'type' ? isHeic(file) || isWebp(file) : fault === 'size' && file.type !== 'application/pdf'
}

/** Returns the advice for a photograph that this browser could not convert. */
export function photographText(file: File): string {
  if (isWebp(file)) return errors.file_damaged.message
  return isHeic(file)
    ? t(
        'This browser cannot read HEIC photographs. Take a screenshot of the picture and choose that. On an iPhone, Settings, Camera, Formats, Most Compatible makes the next ones JPG.',
      )
    : t(
        'The file is larger than 5 MB, and this browser cannot make it smaller. Take a screenshot of it and choose that.',
      )
}

function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

function isWebp({ name, type }: File): boolean {
  return type === 'image/webp' || (type === '' && /\.webp$/i.test(name))
}

export function faultText(fault: FileFault): string {
  switch (fault) {
    case 'type':
      return errors.file_type_not_accepted.message
    case 'size':
      // This is about documents, as photographs are made smaller.
      return t(
        'The file is larger than 5 MB. Save it with fewer pages, or take a screenshot of what matters and choose that.',
      )
    case 'empty':
      return errors.file_damaged.message
  }
}
