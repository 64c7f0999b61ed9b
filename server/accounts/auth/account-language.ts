import { languages } from '../../../contract/languages.ts'
import type { Db } from '../../platform/db/client.ts'

/**
 * Stores the language in which the account gets its mails from now on. A code that the site has no texts for changes
 * nothing.
 */
export async function storeAccountLanguage(db: Db, userId: string, language: string | undefined): Promise<void> {
  const known = languages.find(({ code }) => code === language)
  if (!known) return
  await db
    .updateTable('credentials')
    .set({ language: known.code })
    .where('user_id', '=', userId)
    // An unchanged language needs no write.
    .where('language', '!=', known.code)
    .execute()
}
