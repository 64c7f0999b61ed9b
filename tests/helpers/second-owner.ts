import type pg from 'pg'
import { withConnection } from '../../server/platform/db/connect.ts'

/** The subjects of the rules by which changes need a second owner. */
const changeSubjects = ['settings', 'deposit_address', 'package', 'administrator']

/** Puts the rules of a new installation back: changes of settings, packages and administrators need a second owner. */
export async function askForSecondOwner(owner: pg.Pool): Promise<void> {
  await owner.query(
    `INSERT INTO ledger.policies (subject, scope, outcome, over_usd)
     SELECT s, 'single', 'second', 0 FROM unnest($1::text[]) s ON CONFLICT DO NOTHING`,
    [changeSubjects],
  )
}

/** Lets one owner change settings, packages and administrators, as an installation can choose. */
export async function letOneOwnerChange(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, (client) =>
    client.query('DELETE FROM ledger.policies WHERE subject = ANY ($1)', [changeSubjects]),
  )
}

/** Lets one administrator decide and change everything, as the operator of a server can choose. */
export async function letOneAdministratorDecide(ownerUrl: string): Promise<void> {
  await withConnection(ownerUrl, (client) => client.query('DELETE FROM ledger.policies'))
}

/** Lets a change of the top-up price wait for a second owner. Returns its id. */
export async function proposeChange(owner: pg.Pool, proposerId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO ledger.proposed_changes (kind, fingerprint, before, after, proposer_id)
     VALUES ('settings', sha256(gen_random_uuid()::text::bytea), '{"topup_coin_price": "0.01"}', '{"topup_coin_price": "0.02"}', $1)
     RETURNING id`,
    [proposerId],
  )
  return rows[0]?.id ?? ''
}

/** Lets this many hours pass for all changes that wait. */
export async function letProposalsWait(owner: pg.Pool, hours: number): Promise<void> {
  await owner.query(
    `UPDATE ledger.proposed_changes SET created_at = created_at - make_interval(hours => $1) WHERE status = 'waiting'`,
    [hours],
  )
}
