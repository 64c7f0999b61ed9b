-- What administrators need to change the platform's settings, and to read who did what.

ALTER TABLE settings
  -- Raised with each change, so that an edit can name what it was based on.
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT settings_topup_price_max CHECK (topup_coin_price <= 1000000),
  ADD CONSTRAINT settings_network_length CHECK (length(deposit_network) BETWEEN 1 AND 40),
  ADD CONSTRAINT settings_address_length CHECK (length(deposit_address) BETWEEN 1 AND 128),
  ADD CONSTRAINT settings_instructions_length CHECK (length(deposit_instructions) BETWEEN 1 AND 4000);

-- Who set the rate, from what to what. ledger.set_terms alone writes it, under the lock of the settings, so ids and moments
-- ascend as the changes do.
CREATE TABLE rate_changes (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  actor_id   uuid NOT NULL REFERENCES profiles (id),
  old_rate   numeric(18, 8) NOT NULL,
  new_rate   numeric(18, 8) NOT NULL CONSTRAINT rate_change_differs CHECK (new_rate <> old_rate),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- One for each way to narrow the log down. Where a person is named the action follows: for all actions the few lists are
-- merged, and a rare one of somebody who did millions of others is never looked for.
CREATE INDEX audit_by_time ON audit_events (created_at, id);
CREATE INDEX audit_by_action ON audit_events (action, created_at, id);
CREATE INDEX audit_by_actor ON audit_events (actor_id, action, created_at, id);
CREATE INDEX audit_by_subject ON audit_events (subject_id, action, created_at, id);
CREATE INDEX audit_by_both ON audit_events (subject_id, actor_id, action, created_at, id);
