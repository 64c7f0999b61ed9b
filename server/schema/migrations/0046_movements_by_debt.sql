-- An index of its own migration: it reads a long table, and only calls that write wait for it.
CREATE INDEX movements_by_debt ON ledger.movements (user_id, debt_id) WHERE debt_id IS NOT NULL;
