-- additive: a new table, which an older server does not read.
-- The last good backup of a PostgreSQL that the operator backs up by other tools. The owner's login alone writes it, by
-- `npm run backup -- --recorded` after the tool has ended well. A restore brings the row of its moment back, so it never looks newer than it is.

CREATE TABLE outside_backups (
  id          boolean PRIMARY KEY DEFAULT true CONSTRAINT outside_backups_single_row CHECK (id),
  finished_at timestamptz NOT NULL
);
