-- One payment, one approval: the files and hashes that approved buys have used, and why an administrator approved a buy with a
-- used one all the same. server/money/ledger/used-proofs.sql writes both tables.

-- A digest belongs to the first approved buy that had it, for ever.
CREATE TABLE ledger.used_proofs (
  digest     bytea PRIMARY KEY,
  kind       text NOT NULL CONSTRAINT used_proof_kind_known CHECK (kind IN ('same_file', 'same_transaction_hash')),
  member_id  uuid NOT NULL,
  request_id uuid NOT NULL,
  FOREIGN KEY (member_id, request_id) REFERENCES ledger.requests (user_id, id)
);
CREATE INDEX used_proofs_by_request ON ledger.used_proofs (member_id, request_id);

CREATE TABLE ledger.reuse_reasons (
  user_id          uuid NOT NULL,
  id               uuid NOT NULL DEFAULT uuidv7(),
  request_id       uuid NOT NULL,
  administrator_id uuid NOT NULL REFERENCES profiles (id),
  kind             text NOT NULL CONSTRAINT reuse_kind_known CHECK (kind IN ('same_file', 'same_transaction_hash')),
  -- The approved buy that had the file or the hash before, and its member.
  earlier_member_id  uuid NOT NULL REFERENCES profiles (id),
  earlier_request_id uuid NOT NULL,
  reason           text NOT NULL CONSTRAINT reuse_reason_length CHECK (length(trim(reason)) >= 10 AND length(reason) <= 500),
  created_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);
CREATE INDEX reuse_reasons_by_request ON ledger.reuse_reasons (user_id, request_id);
CREATE INDEX reuse_reasons_by_administrator ON ledger.reuse_reasons (administrator_id);
CREATE INDEX reuse_reasons_by_earlier ON ledger.reuse_reasons (earlier_member_id, earlier_request_id);

-- Earlier approvals. Two of them may have the same file or hash, because no reason was asked for.
CREATE TEMPORARY TABLE earlier ON COMMIT DROP AS
WITH buys AS (SELECT * FROM ledger.requests WHERE kind = 'buy' AND status = 'approved'),
     proofs AS (
       SELECT r.user_id, r.id, r.decided_at, r.decided_by, 'same_file' AS kind, u.sha256 AS digest
         FROM buys r JOIN uploads u ON u.user_id = r.user_id AND u.id = r.upload_id
       UNION
       SELECT r.user_id, r.id, r.decided_at, r.decided_by, 'same_file', u.original_sha256
         FROM buys r JOIN uploads u ON u.user_id = r.user_id AND u.id = r.upload_id WHERE u.original_sha256 IS NOT NULL
       UNION
       SELECT user_id, id, decided_at, decided_by, 'same_transaction_hash',
              sha256(convert_to('transaction ' || ledger.comparable_hash(transaction_hash), 'UTF8'))
         FROM buys WHERE transaction_hash IS NOT NULL)
SELECT * FROM proofs;
INSERT INTO ledger.used_proofs (digest, kind, member_id, request_id)
SELECT DISTINCT ON (digest) digest, kind, user_id, id FROM earlier ORDER BY digest, decided_at, id;
INSERT INTO ledger.reuse_reasons (user_id, request_id, administrator_id, kind, earlier_member_id, earlier_request_id, reason)
SELECT DISTINCT ON (e.user_id, e.id, e.kind) e.user_id, e.id, e.decided_by, e.kind, u.member_id, u.request_id,
       'Approved before this platform asked for a reason.'
  FROM earlier e JOIN ledger.used_proofs u ON u.digest = e.digest
 WHERE (u.member_id, u.request_id) <> (e.user_id, e.id) ORDER BY e.user_id, e.id, e.kind, u.request_id;
DROP TABLE earlier;
