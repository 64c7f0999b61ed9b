import type { Translator } from '../../../contract/translate.ts'
import { joinParagraphs } from '../../platform/mail/mail.ts'
import type { OwnerMail } from '../../platform/mail/outbox.ts'

interface FindingsNews {
  findings: readonly { stops: string }[]
  /** The page with the findings. */
  url: string
}

/** Tells an owner what the check of the books has found. A mail passes through other hands, so it names no member. */
export function findingsMail({ t, tn }: Translator, { findings, url }: FindingsNews): OwnerMail {
  const accounts = findings.filter(({ stops }) => stops === 'account').length
  return {
    subject: tn(
      'The check of the books has found {count} fault',
      'The check of the books has found {count} faults',
      findings.length,
    ),
    text: joinParagraphs(
      t(
        'The entries of the ledger do not agree. Nobody can do this through the site: somebody may have changed the database.',
      ),
      ...(findings.some(({ stops }) => stops === 'platform')
        ? [t('No request is approved until the books are right again and an owner has released the finding.')]
        : []),
      ...(accounts > 0
        ? [t('The coins of the accounts that are concerned are stopped until an owner has released the findings.')]
        : []),
      t('The operator’s manual says what to do. The findings:'),
      url,
    ),
    link: url,
  }
}
