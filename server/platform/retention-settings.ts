import { wholeNumber } from './setting-schemas.ts'

/** The times after which the server removes what is no longer needed. */
export const retentionSettings = {
  retentionLoginDays: {
    name: 'RETENTION_LOGIN_DAYS',
    meaning: 'Log-ins are removed after so many days. The last one of each account stays.',
    expected: 'a whole number of days from 30 to 36500',
    fallback: '365',
    schema: wholeNumber(30, 36_500),
  },
  retentionSlipDays: {
    name: 'RETENTION_SLIP_DAYS',
    meaning: 'Payment slips and attachments are removed so many days after the decision about their request.',
    expected: 'a whole number of days from 365 to 36500',
    fallback: '1826',
    schema: wholeNumber(365, 36_500),
  },
  retentionUploadDays: {
    name: 'RETENTION_UPLOAD_DAYS',
    meaning: 'Uploaded files that nothing uses are removed after so many days.',
    expected: 'a whole number of days from 2 to 30',
    fallback: '2',
    schema: wholeNumber(2, 30),
  },
  retentionMailDays: {
    name: 'RETENTION_MAIL_DAYS',
    meaning: 'Mails that are kept in the data folder for want of a mail server are removed after so many days.',
    expected: 'a whole number of days from 1 to 365',
    fallback: '30',
    schema: wholeNumber(1, 365),
  },
}
