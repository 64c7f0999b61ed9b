import { languages } from '../../../contract/languages.ts'
import type { Db } from '../../platform/db/client.ts'

/** Notes in which language an account is written to from now on. One that is not spoken here changes nothing. */
export async function keepLanguage(db: Db, userId: string, language: string | undefined): Promise<void> {
  const known = languages.find(({ code }) => code === language)
  if (!known) return
  await db
    .updateTable('credentials')
    .set({ language: known.code })
    .where('user_id', '=', userId)
    // What is the same already is not written again.
    .where('language', '!=', known.code)
    .execute()
}
