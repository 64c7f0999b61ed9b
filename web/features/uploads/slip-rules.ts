import { errors } from '../../../contract/errors.ts'
import { t } from '../../../contract/translate.ts'
import { uploadMaxBytes, type uploadTypes } from '../../../contract/uploads.ts'
import type { FileFault, FileRules } from '../../ui/check-file.ts'

const accept: Record<(typeof uploadTypes)[number], string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'application/pdf': ['.pdf'],
}

/** What the server accepts too; it looks at the content, not at the name. */
export const slipRules: FileRules = { accept, maxBytes: uploadMaxBytes }

export const slipHint = t('PNG, JPG or PDF, 5 MB at most')

export function faultText(fault: FileFault): string {
  switch (fault) {
    case 'type':
      return errors.file_type_not_accepted.message
    case 'size':
      return errors.file_too_large.message
    case 'empty':
      return errors.file_damaged.message
  }
}
