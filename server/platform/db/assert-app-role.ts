import type pg from 'pg'
import { StartRefusal } from './start-refusal.ts'

/**
 * Refuses to start if the application's login could change the books by itself: if it, or a role that it can take, owns
 * the database or an object in it, manages roles, or may write a table of the ledger.
 *
 * pg_has_role counts every role that the login can reach by SET ROLE. A superuser reaches all of them.
 */
export async function assertAppRole(app: pg.Client): Promise<void> {
  const { rows } = await app.query<{ login: string; is_owner: boolean; is_manager: boolean; may_write: boolean }>(`
    WITH reach AS (SELECT * FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')),
         own AS (SELECT datdba AS oid FROM pg_database WHERE datname = current_database()
                 UNION SELECT nspowner FROM pg_namespace WHERE nspname IN ('public', 'ledger')
                 UNION SELECT relowner FROM pg_class WHERE relnamespace::regnamespace::text IN ('public', 'ledger')
                 UNION SELECT proowner FROM pg_proc WHERE pronamespace::regnamespace::text IN ('public', 'ledger'))
    SELECT session_user::text AS login,
           EXISTS (SELECT FROM reach JOIN own USING (oid)) AS is_owner,
           EXISTS (SELECT FROM reach WHERE rolsuper OR rolcreaterole
                      OR rolname IN ('pg_execute_server_program', 'pg_write_server_files')) AS is_manager,
           EXISTS (SELECT FROM reach r JOIN pg_class c ON c.relnamespace::regnamespace::text = 'ledger' AND c.relkind = 'r'
                    WHERE has_any_column_privilege(r.oid, c.oid, 'INSERT, UPDATE')
                       OR has_table_privilege(r.oid, c.oid, 'DELETE, TRUNCATE')) AS may_write`)
  const [role] = rows
  if (!role) throw new Error('PostgreSQL did not answer about the login of the application')
  const reason = role.is_owner
    ? 'owns the database or can become its owner'
    : role.is_manager
      ? 'may manage roles or the server'
      : role.may_write
        ? 'may write the tables of the ledger'
        : undefined
  if (reason === undefined) return
  throw new StartRefusal(
    `The application's login "${role.login}" ${reason}, so nothing would keep a fault from changing the books. Give the ` +
      `application a login of its own: CREATE ROLE et_login LOGIN PASSWORD '…'; GRANT et_app TO et_login; and set ` +
      'APP_DATABASE_URL to it.',
  )
}
