-- additive: a new table, which an older server does not read.
-- The paths of uploaded files with a row that is gone. A backup of the database may still name them, so a bucket keeps these files for
-- the days of the operator, S3_KEEP_DAYS. A function of server/money/slips writes the rows, and the sweep removes them.

CREATE TABLE removed_files (
  -- The member of the folder in which the file lies.
  user_id    uuid NOT NULL REFERENCES profiles (id),
  path       text NOT NULL,
  removed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, path)
);
CREATE INDEX removed_files_by_time ON removed_files (removed_at);
