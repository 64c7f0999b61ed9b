-- The runs of the verifier of the books, and its findings. server/money/verifier/verifier.sql has the rules.

-- A broken rule about an account, or about the platform if there is no account. One row is open for each of them.
CREATE TABLE ledger.findings (
  id            uuid PRIMARY KEY DEFAULT uuidv7(),
  rule          text NOT NULL,
  account_id    uuid,
  -- The movement, request or other row that broke the rule, if it is one.
  row_id        uuid,
  -- The decisions that wait for the release: those about the account, all approvals, or none.
  stops         text NOT NULL CONSTRAINT finding_stops_known CHECK (stops IN ('nothing', 'account', 'platform')),
  -- The figures of the first sight, where a rule compares two.
  expected      text,
  actual        text,
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  -- The time of a later check that found the rule kept. NULL while it is broken.
  settled_at    timestamptz,
  mailed_at     timestamptz,
  released_at   timestamptz,
  released_by   uuid REFERENCES profiles (id),
  reason        text CONSTRAINT finding_reason_length CHECK (length(trim(reason)) >= 10 AND length(reason) <= 500),
  CONSTRAINT finding_release_well_formed CHECK (num_nulls(released_at, released_by, reason) IN (0, 3) AND (released_at IS NULL OR settled_at IS NOT NULL))
);
-- The stops of an account are read by it.
CREATE UNIQUE INDEX one_open_finding ON ledger.findings (account_id, rule) NULLS NOT DISTINCT WHERE released_at IS NULL;
CREATE INDEX findings_by_time ON ledger.findings (first_seen_at, id);
CREATE INDEX findings_by_administrator ON ledger.findings (released_by);
CREATE INDEX findings_unmailed ON ledger.findings (id) WHERE mailed_at IS NULL AND released_at IS NULL;

-- The last run of each kind: over the whole books, and over the present balances.
CREATE TABLE ledger.verifications (
  kind        text PRIMARY KEY CONSTRAINT verification_kind_known CHECK (kind IN ('whole', 'balances')),
  begun_at    timestamptz,
  -- The beginning and the end of the last run that came to its end, and what it has read.
  started_at  timestamptz,
  finished_at timestamptz,
  accounts    bigint NOT NULL DEFAULT 0,
  movements   bigint NOT NULL DEFAULT 0,
  findings    integer NOT NULL DEFAULT 0
);
INSERT INTO ledger.verifications (kind) VALUES ('whole'), ('balances');
