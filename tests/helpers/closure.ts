import { join } from 'node:path'
import type { Pool } from 'pg'
import { closeDueAccounts } from '../../server/accounts/closure/close-due.ts'
import { openKeptMails, type KeptMail } from '../../server/platform/mail/kept-mails.ts'
import { createMailOwner } from '../../server/platform/mail/mail-owner.ts'
import type { TestApp } from './app.ts'

/** Lets an account wait for its closing, the seven days of which are over. Needs the owner's connection. */
export async function makeClosureDue(owner: Pool, userId: string): Promise<void> {
  await owner.query(
    `INSERT INTO account_closures (user_id, closes_at) VALUES ($1, now())
     ON CONFLICT (user_id) WHERE outcome IS NULL DO UPDATE SET closes_at = now()`,
    [userId],
  )
}

/** Closes an account as the clock does once its time has come. Returns what stood in the way, or null. */
export async function closeAccount(owner: Pool, userId: string): Promise<string[] | null> {
  await makeClosureDue(owner, userId)
  const { rows } = await owner.query<{ obstacles: string[]; email: string | null }>(
    'SELECT obstacles, email FROM close_due_account()',
  )
  return rows[0]?.email ? null : (rows[0]?.obstacles ?? [])
}

/** Runs the clock that closes accounts, and sends its mails. Returns the number of closed accounts. */
export async function runClosingClock(site: TestApp): Promise<number> {
  const { db, events, outbox, config } = site.deps
  const closed = await closeDueAccounts({ db, events, outbox, mailOwner: createMailOwner({ outbox }), config })
  await site.deliverMails()
  return closed
}

/** Reads the mails to an address, the newest first. */
export async function readMailsTo({ dataDir }: TestApp, address: string): Promise<KeptMail[]> {
  return (await openKeptMails(join(dataDir, 'mail')).list()).filter(({ to }) => to === address)
}

/** Finds the tables in which a text stands anywhere. */
export async function findText(owner: Pool, text: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname IN ('public', 'ledger')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query(`SELECT FROM ${name} t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`, [
      text,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}
