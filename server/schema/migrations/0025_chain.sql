-- Deposits on the chain: the deposit addresses with their times, and the transfers that the chain shows.
-- server/money/deposits/ reads the chain and writes the rows; docs/chain.md explains them.

-- The address of the configuration, which is in force while administrators have set none. Each start of a server writes it.
ALTER TABLE settings ADD COLUMN configured_deposit_address text
  CONSTRAINT settings_configured_address_length CHECK (length(configured_deposit_address) BETWEEN 1 AND 128);

-- Each address that members were told to pay to, and the time for which they were. A trigger of the settings writes it.
CREATE TABLE deposit_addresses (
  id          uuid PRIMARY KEY DEFAULT uuidv7(),
  network     text NOT NULL,
  address     text NOT NULL,
  set_at      timestamptz NOT NULL,
  -- NULL while the address is in force.
  replaced_at timestamptz,
  CONSTRAINT deposit_address_times CHECK (replaced_at >= set_at)
);
CREATE UNIQUE INDEX deposit_address_in_force ON deposit_addresses ((replaced_at IS NULL)) WHERE replaced_at IS NULL;
CREATE INDEX deposit_addresses_by_address ON deposit_addresses (address, set_at);

-- The addresses of the settings until now. An address from before the first change was set at a time that is not known.
INSERT INTO deposit_addresses (network, address, set_at, replaced_at)
WITH changes AS (SELECT *, lead(created_at) OVER (ORDER BY created_at, id) AS next_at, row_number() OVER (ORDER BY created_at, id) AS place
                   FROM deposit_changes),
     periods AS (SELECT new_network AS network, new_address AS address, created_at AS set_at, next_at AS replaced_at FROM changes
                  UNION ALL SELECT old_network, old_address, 'epoch', created_at FROM changes WHERE place = 1
                  UNION ALL SELECT deposit_network, deposit_address, 'epoch', NULL FROM settings WHERE NOT EXISTS (SELECT FROM changes))
SELECT network, address, set_at, replaced_at FROM periods WHERE address IS NOT NULL ORDER BY set_at;

-- The transactions that a list of transfers or a member has named. A row is a question, and no evidence.
CREATE TABLE chain_transactions (
  hash       text PRIMARY KEY CONSTRAINT chain_hash_form CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- The base units that it is said to move to a deposit address. They decide only which question is asked first.
  hint_units numeric(78, 0) NOT NULL CONSTRAINT chain_hint_range CHECK (hint_units >= 0),
  -- The time of its block as the list has it; NULL for one that only a member has named.
  listed_for timestamptz,
  first_seen timestamptz NOT NULL,
  -- The questions so far that had no final answer, and the time of the next one.
  attempts   integer NOT NULL DEFAULT 0,
  due_at     timestamptz NOT NULL,
  -- The reason why the last question had no final answer.
  problem    text,
  -- Set once, by a final block.
  outcome    text CONSTRAINT chain_outcome_known CHECK (outcome IN ('succeeded', 'failed')),
  judged_at  timestamptz,
  CONSTRAINT chain_judgement_whole CHECK ((outcome IS NULL) = (judged_at IS NULL))
);
-- The open questions, the greatest amounts first, and those of one amount.
CREATE INDEX chain_questions ON chain_transactions (hint_units DESC, due_at) WHERE outcome IS NULL;

-- Each final transfer of the token to a deposit address, once. No row is ever changed.
CREATE TABLE chain_transfers (
  transaction_hash text NOT NULL REFERENCES chain_transactions (hash),
  -- The place of the log in its transaction.
  log_index    integer NOT NULL CONSTRAINT chain_log_range CHECK (log_index >= 0),
  contract     text NOT NULL,
  from_address text NOT NULL,
  to_address   text NOT NULL,
  -- Base units, exactly as the log has them.
  units        numeric(78, 0) NOT NULL CONSTRAINT chain_units_range CHECK (units > 0),
  block_number bigint NOT NULL,
  block_time   timestamptz NOT NULL,
  -- The times at which this server heard of the transaction, and knew that it is final.
  first_seen   timestamptz NOT NULL,
  final_at     timestamptz NOT NULL,
  CONSTRAINT chain_transfer_known PRIMARY KEY (transaction_hash, log_index)
);
CREATE INDEX chain_transfers_by_receiver ON chain_transfers (to_address, block_time);
CREATE INDEX chain_transfers_by_sender ON chain_transfers (from_address, block_time);
CREATE INDEX chain_transfers_by_units ON chain_transfers (units, block_time);

-- The state of reading a provider's list of transfers to an address. The sweep "recent" reads what is new, and "late" reads
-- the last days again, for entries that came late.
CREATE TABLE chain_sweeps (
  address     text NOT NULL,
  provider    smallint NOT NULL CONSTRAINT chain_provider_range CHECK (provider BETWEEN 1 AND 2),
  sweep       text NOT NULL CONSTRAINT chain_sweep_known CHECK (sweep IN ('recent', 'late')),
  -- The greatest time of a block up to which the list has been read to its end.
  read_until  timestamptz,
  -- Of the sweep under way: its beginning, the greatest time so far, and the provider's mark of the next page.
  started_for timestamptz,
  reached     timestamptz,
  fingerprint text CONSTRAINT chain_fingerprint_length CHECK (length(fingerprint) <= 4000),
  -- The time of the last page, and of the last one that ended a sweep.
  asked_at    timestamptz,
  ended_at    timestamptz,
  PRIMARY KEY (address, provider, sweep)
);

-- The server that watches the chain now, for as long as it renews its lease.
CREATE TABLE chain_watch (
  id            boolean PRIMARY KEY DEFAULT true CONSTRAINT chain_watch_single_row CHECK (id),
  holder        uuid,
  lease_until   timestamptz,
  -- Until then the chain is watched, although nothing waits any more.
  waiting_until timestamptz
);
INSERT INTO chain_watch DEFAULT VALUES;

-- The newest calls to providers. A call takes the row of one that is older than a minute, so in no minute are there more calls
-- than rows.
CREATE TABLE chain_calls (
  slot    smallint PRIMARY KEY,
  used_at timestamptz NOT NULL
);
INSERT INTO chain_calls SELECT slot, 'epoch' FROM generate_series(1, 6) slot;
