import type { FailureReason, JobName } from '../../../../contract/endpoints/jobs.ts'
import { t } from '../../../../contract/translate.ts'

/** The name of each job, and what it does. */
export const jobTexts: Record<JobName, { name: string; detail: string }> = {
  mails: { name: t('Sending mails'), detail: t('Hands the mails that wait to the mail server.') },
  notice_mails: {
    name: t('Mails about requests'),
    detail: t('Writes members what was decided and what they received.'),
  },
  wake_ups: { name: t('Waking browsers'), detail: t('Tells browsers of members that there is news.') },
  chat_mails: { name: t('Mails about the chat'), detail: t('Writes members who have not read an answer.') },
  request_mails: { name: t('Mails about new requests'), detail: t('Writes administrators who want these mails.') },
  overdue_requests: {
    name: t('Overdue requests'),
    detail: t('Measures decisions, and writes owners of late requests.'),
  },
  expired_buys: { name: t('Expired purchases'), detail: t('Ends purchases that waited too long for a decision.') },
  automatic_approval: { name: t('Automatic approval'), detail: t('Approves the purchases that the policy allows.') },
  chain: { name: t('Looking at the network'), detail: t('Looks for payments, and checks payouts that were sent.') },
  closures: { name: t('Closing accounts'), detail: t('Closes accounts once their time to think again is over.') },
  totals: { name: t('Totals'), detail: t('Adds new movements to the totals and reports.') },
  verifier: { name: t('Check of the books'), detail: t('Compares the entries of the ledger with its rules.') },
  backup_log: { name: t('Copying of changes'), detail: t('Copies the log of the database and uploaded files.') },
  backup: { name: t('Backup'), detail: t('Copies the whole database when it is time.') },
  retention: { name: t('Removing old data'), detail: t('Removes what is older than its time.') },
  cleanup: { name: t('Tidying up'), detail: t('Removes ended sessions, links and counters.') },
}

export const failureTexts: Record<FailureReason, string> = {
  database: t('The database was away or too slow.'),
  network: t('Another server could not be reached.'),
  disk: t('The disk is full, or a folder cannot be used.'),
  login: t('The mail server refused the log-in.'),
  refused: t('The mail server refused the mail.'),
  cut_off: t('The server ended in the middle of it.'),
  fault: t('The program has failed. The log of the server says more.'),
}
