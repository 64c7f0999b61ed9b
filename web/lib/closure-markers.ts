import { t } from '../../contract/translate.ts'

/**
 * Reads an answer, and translates what the database writes in place of a person, and of what the person wrote, when an account is
 * closed: there the stored words are English. Only the fields that public.forget_person and public.without_person overwrite are
 * translated, because a title or a reason may have the same words. Throws a SyntaxError for a text that is no JSON.
 */
export function parseAnswer(json: string, words = markers): unknown {
  if (!/"(?:Closed account|Removed with the account\.)"/.test(json)) return JSON.parse(json)
  return JSON.parse(json, function (this: Record<string, unknown>, key: string, value: unknown): unknown {
    if (value === 'Closed account') return isOfPerson(this, key) ? words[value] : value
    if (value === 'Removed with the account.') return isOfMessage(this, key) ? words[value] : value
    return value
  })
}

const markers: Record<string, string> = {
  'Closed account': t('Closed account'),
  'Removed with the account.': t('Removed with the account.'),
}

// The first has the names of people in all answers, such as sender_name; a package and a network are no people. The second has
// the names of changes and facts in the audit log.
const namesOfPeople = /^(?!package|network|operator).+_name$/
const detailsOfPeople =
  /^(?:full_name|name|email|contact_number|country|state|city|area|wallet_address|address|credential)$/

function isOfPerson(holder: Record<string, unknown>, key: string): boolean {
  if (/^(?:before|after|value)$/.test(key)) return detailsOfPeople.test(String(holder['field'] ?? holder['name']))
  return namesOfPeople.test(key)
}

function isOfMessage(holder: Record<string, unknown>, key: string): boolean {
  return key === 'last_content' || (key === 'content' && 'sender_id' in holder)
}
