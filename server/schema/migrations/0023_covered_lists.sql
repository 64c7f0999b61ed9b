-- A walk along an order of the transactions asks each row for its day, amount or member. It finds them in the index of the order:
-- the rows themselves, which lie all over the table, are read for those that are shown. And the rows of a month are in order, too,
-- so that a list of a month, in any order, is as short a scan as a list of all. docs/decisions/0018-lists-of-everything.md says more.
DROP INDEX ledger.entries_by_date, ledger.entries_by_coins, ledger.entries_by_rate, ledger.entries_by_value, ledger.entries_by_balance;
CREATE INDEX entries_by_date ON ledger.entries (type, created_at, id) INCLUDE (user_id, version, amount);
CREATE INDEX entries_by_coins ON ledger.entries (type, amount, id) INCLUDE (user_id, version, created_at);
CREATE INDEX entries_by_rate ON ledger.entries (type, rate, id) INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_value ON ledger.entries (type, total_usd_value, id) INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_balance ON ledger.entries (type, balance_after, id) INCLUDE (user_id, version, created_at, amount);

-- Months are of UTC, as days are.
CREATE INDEX entries_by_month_and_coins ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), amount, id)
  INCLUDE (user_id, version, created_at);
CREATE INDEX entries_by_month_and_rate ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), rate, id)
  INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_month_and_value ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), total_usd_value, id)
  INCLUDE (user_id, version, created_at, amount);
CREATE INDEX entries_by_month_and_balance ON ledger.entries (type, date_trunc('month', created_at AT TIME ZONE 'UTC'), balance_after, id)
  INCLUDE (user_id, version, created_at, amount);

-- The members whom a search finds have their transactions side by side in here.
ALTER TABLE ledger.entries DROP CONSTRAINT entries_pkey;
ALTER TABLE ledger.entries ADD PRIMARY KEY (user_id, version)
  INCLUDE (type, created_at, id, amount, rate, total_usd_value, balance_after);

-- An index alone answers for those pages that a vacuum has marked since they changed.
ALTER TABLE ledger.entries SET (autovacuum_vacuum_insert_scale_factor = 0.02);
