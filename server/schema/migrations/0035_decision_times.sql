-- The times that decisions take, and the requests that have waited longer. server/money/requests/decision-times.ts has the rules.

-- Finds the newest decisions of a kind. A request enters with its decision, so no submit pays for this index.
CREATE INDEX IF NOT EXISTS requests_by_decision ON ledger.requests (kind, decided_at) INCLUDE (created_at) WHERE decided_by IS NOT NULL;

-- The figures of each kind, worked out once for all readers. NULL while there are too few decisions to say.
CREATE TABLE decision_times (
  kind         text PRIMARY KEY,
  decisions    integer NOT NULL,
  half_seconds integer,
  most_seconds integer,
  measured_at  timestamptz NOT NULL,
  CONSTRAINT decision_times_whole CHECK (num_nonnulls(half_seconds, most_seconds) IN (0, 2))
);

-- The requests of which the owners were told that they wait too long. The key keeps a second server from telling them again.
CREATE TABLE escalations (
  user_id    uuid NOT NULL,
  request_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, request_id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);
