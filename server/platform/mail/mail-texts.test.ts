import { expect, test } from 'vitest'
import { walletChangedMail } from '../../accounts/members/mails.ts'
import { translatorFor } from './mail-texts.ts'

const address = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'

test('a mail is entirely in the requested language', () => {
  const { subject, text } = walletChangedMail(translatorFor('de'), null, address)
  expect(subject).toBe('Ihre Auszahlungsadresse wurde geändert')
  expect(text).toBe(
    'Die Adresse, an die Ihre Auszahlungen gehen, wurde in Ihrem Profil geändert.\n\n' +
      'Alte Adresse: keine\nNeue Adresse: TQn9Y2kh…KcbLSE\n\n' +
      '24 Stunden lang wird diese Änderung allen angezeigt, die eine Auszahlung von Ihnen genehmigen.\n\n' +
      'Wenn Sie das nicht waren, kann möglicherweise jemand Ihr Konto benutzen. Legen Sie mit „Passwort vergessen“ auf der ' +
      'Anmeldeseite ein neues Passwort fest und wenden Sie sich sofort an den Support.\n',
  )
})

test.each(['en', 'fr', '', 'DE'])('a mail for the unknown language %j is in English', (language) => {
  const { text } = walletChangedMail(translatorFor(language), address, null)
  expect(text).toContain('Old address: TQn9Y2kh…KcbLSE\nNew address: none\n')
})
