import { t } from '../../contract/translate.ts'

/**
 * Translates what the database writes in place of a person, and of what the person wrote, when an account is closed. The stored
 * words are English, so the text of an answer has them in every language. Only a value that is nothing else is translated.
 */
export function translateMarkers(json: string, names = markers): string {
  return json.replace(/"(Closed account|Removed with the account\.)"/g, (_, marker: string) =>
    JSON.stringify(names[marker] ?? marker),
  )
}

const markers: Record<string, string> = {
  'Closed account': t('Closed account'),
  'Removed with the account.': t('Removed with the account.'),
}
