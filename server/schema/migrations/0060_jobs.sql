-- Work that time asks for, and mails that could not be sent. server/platform/jobs has the worker.

-- One row for each job. Each server writes the rows of its jobs when it starts, and each minute.
CREATE TABLE jobs (
  name          text PRIMARY KEY,
  -- The pause between the end of a good run and the next one.
  every_seconds double precision NOT NULL CONSTRAINT job_rhythm_positive CHECK (every_seconds > 0),
  since         timestamptz NOT NULL DEFAULT now(),
  -- The last time a server said that it has this job.
  seen_at       timestamptz NOT NULL DEFAULT now(),
  due_at        timestamptz NOT NULL DEFAULT now(),
  -- The server that runs the job. It loses the job when the lease ends.
  holder        uuid,
  lease_until   timestamptz,
  started_at    timestamptz,
  -- The end of the last run, how long it took, and the end of the last good one.
  ended_at      timestamptz,
  seconds       double precision,
  succeeded_at  timestamptz,
  -- The last failure: its kind, and the words of the program without anything personal.
  failed_at     timestamptz,
  reason        text,
  problem       text,
  -- Failures since the last good run.
  failures      integer NOT NULL DEFAULT 0,
  runs          bigint NOT NULL DEFAULT 0,
  failed_runs   bigint NOT NULL DEFAULT 0,
  CONSTRAINT job_lease_whole CHECK ((holder IS NULL) = (lease_until IS NULL))
)
-- Rows change all the time, and few columns have an index. So a changed row finds room beside the former one.
WITH (fillfactor = 50);

-- A mail that failed says when and why. One that is given up has no further attempt: it is due at infinity.
ALTER TABLE mail_outbox ADD COLUMN failed_at timestamptz, ADD COLUMN reason text;
CREATE INDEX mail_outbox_failed ON mail_outbox (failed_at) WHERE failed_at IS NOT NULL;

-- A notice that could not be written as a mail waits for its next attempt, and the others pass it by.
ALTER TABLE notice_mails
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN failed_at timestamptz,
  ADD COLUMN reason text;
CREATE INDEX notice_mails_due ON notice_mails (due_at);
CREATE INDEX notice_mails_failed ON notice_mails (failed_at) WHERE failed_at IS NOT NULL;
