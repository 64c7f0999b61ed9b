import { join } from 'node:path'
import type { SchemaFiles } from '../platform/db/migrate.ts'

const server = join(import.meta.dirname, '..')

/**
 * The SQL of all rooms. The migrations create the tables. The repeatable files follow in this order: a later one may use
 * what an earlier one defines, and the grants come last because they cover every function and view.
 */
export const schema: SchemaFiles = {
  migrations: join(server, 'schema/migrations'),
  repeatables: [
    'money/ledger/money.sql',
    'money/ledger/debts.sql',
    'money/deposits/allocations.sql',
    'money/ledger/worth.sql',
    'money/ledger/amounts.sql',
    'money/ledger/calls.sql',
    'money/ledger/holds.sql',
    'money/ledger/address-book.sql',
    'money/ledger/maturity.sql',
    'money/ledger/policies.sql',
    'money/ledger/slip-requests.sql',
    'money/ledger/used-proofs.sql',
    'money/ledger/automatic-approval.sql',
    'money/ledger/proposals.sql',
    'money/ledger/reversals.sql',
    'money/policies/change-policy.sql',
    'money/settings/settings.sql',
    'money/packages/packages.sql',
    'money/ledger/roll-ups.sql',
    'money/ledger/report-days.sql',
    'money/treasury/treasury.sql',
    'money/ledger/invariants.sql',
    'money/ledger/guards.sql',
    'money/verifier/verifier.sql',
    'money/payouts/payouts.sql',
    'money/notices/notices.sql',
    'money/slips/uploads.sql',
    'money/retention/retention.sql',
    'money/deposits/deposits.sql',
    'money/deposits/evidence.sql',
    'money/deposits/refunds.sql',
    'accounts/passkeys/passkeys.sql',
    'accounts/auth/sign-up.sql',
    'accounts/email/email-change.sql',
    'accounts/closure/closure.sql',
    'accounts/administrators/administrators.sql',
    'money/requests/desk/desk.sql',
    'money/requests/approval-warnings.sql',
    'money/requests/request-details.sql',
    'money/requests/request-calls.sql',
    'schema/views.sql',
    'schema/grants.sql',
  ].map((path) => join(server, path)),
}
