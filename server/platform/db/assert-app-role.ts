import type pg from 'pg'
import { StartRefusal } from './start-refusal.ts'

/**
 * Refuses to start if the application's login could change the books or the accounts by itself: if it, or a role that it
 * can take, owns the database or an object in it, manages roles, may write a table of the ledger, or has any right in any
 * schema that the role et_app does not have. Each migration sets the rights of et_app anew.
 *
 * pg_has_role counts every role that the login can reach by SET ROLE. A superuser reaches all of them.
 */
export async function assertAppRole(app: pg.Client): Promise<void> {
  const { rows } = await app.query<{
    login: string
    is_owner: boolean
    is_manager: boolean
    may_write: boolean
    has_more: boolean
  }>(`
    WITH reach AS (SELECT * FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')),
         schemas AS (SELECT * FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
         tables AS (SELECT c.* FROM pg_class c JOIN schemas s ON s.oid = c.relnamespace),
         functions AS (SELECT p.* FROM pg_proc p JOIN schemas s ON s.oid = p.pronamespace),
         own AS (SELECT datdba AS oid FROM pg_database WHERE datname = current_database()
                 UNION SELECT nspowner FROM schemas
                 UNION SELECT relowner FROM tables
                 UNION SELECT proowner FROM functions)
    SELECT session_user::text AS login,
           EXISTS (SELECT FROM reach JOIN own USING (oid)) AS is_owner,
           EXISTS (SELECT FROM reach WHERE rolsuper OR rolcreaterole
                      OR rolname IN ('pg_execute_server_program', 'pg_write_server_files')) AS is_manager,
           EXISTS (SELECT FROM reach r JOIN pg_class c ON c.relnamespace::regnamespace::text = 'ledger' AND c.relkind = 'r'
                    WHERE has_any_column_privilege(r.oid, c.oid, 'INSERT, UPDATE')
                       OR has_table_privilege(r.oid, c.oid, 'DELETE, TRUNCATE')) AS may_write,
           EXISTS (SELECT FROM reach r
                    WHERE EXISTS (SELECT FROM schemas s WHERE has_schema_privilege(r.oid, s.oid, 'CREATE'))
                       OR EXISTS (SELECT FROM functions f
                                   WHERE has_function_privilege(r.oid, f.oid, 'EXECUTE')
                                     AND NOT has_function_privilege('et_app', f.oid, 'EXECUTE'))
                       OR EXISTS (SELECT FROM tables t, unnest('{DELETE,TRUNCATE,TRIGGER}'::text[]) AS p (right_name)
                                   WHERE t.relkind IN ('r', 'p', 'v') AND has_table_privilege(r.oid, t.oid, p.right_name)
                                     AND NOT has_table_privilege('et_app', t.oid, p.right_name))
                       OR EXISTS (SELECT FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped,
                                         unnest('{INSERT,UPDATE}'::text[]) AS p (right_name)
                                   WHERE t.relkind IN ('r', 'p', 'v') AND has_column_privilege(r.oid, t.oid, a.attnum, p.right_name)
                                     AND NOT has_column_privilege('et_app', t.oid, a.attnum, p.right_name))) AS has_more`)
  const [role] = rows
  if (!role) throw new Error('PostgreSQL did not answer about the login of the application')
  const reason = role.is_owner
    ? 'owns the database or can become its owner'
    : role.is_manager
      ? 'may manage roles or the server'
      : role.may_write
        ? 'may write the tables of the ledger'
        : role.has_more
          ? 'has rights beyond those of the role et_app'
          : undefined
  if (reason === undefined) return
  throw new StartRefusal(
    `The application's login "${role.login}" ${reason}, so nothing would keep a fault from changing the books or the accounts. Give the ` +
      `application a login of its own: CREATE ROLE et_login LOGIN PASSWORD '…'; GRANT et_app TO et_login; and set ` +
      'APP_DATABASE_URL to it.',
  )
}
