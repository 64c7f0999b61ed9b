import { t } from './translate.ts'

/** The refusals about kept files, and about files of the chat. */
export const fileErrors = {
  upload_storage_full: {
    status: 507,
    message: t(
      'There is too little space for files at the moment, so this one was not stored. Everything else works. Please try again later.',
    ),
  },
  files_unavailable: {
    status: 503,
    message: t('Files cannot be stored or opened at the moment. Everything else works. Please try again soon.'),
  },
  file_altered: {
    status: 500,
    message: t('This file is not as it was stored, so it is not shown. Please contact support.'),
  },
  file_removed: { status: 410, message: t('This file was removed, because the time for which it is kept is over.') },
  chat_quota_full: {
    status: 409,
    message: t('Files of 50 MB can be sent into one chat in a day. Please send the others tomorrow.'),
  },
  chat_file_gone: {
    status: 409,
    message: t('A file of this message is no longer there. Please choose it again.'),
  },
} as const
