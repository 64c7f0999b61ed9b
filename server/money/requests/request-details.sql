-- A request with the names of the people, the package, the file, the payout and the reversal that belong to it. Every list and
-- page of requests reads this view. It names no kind.

-- These return rows of the view. request-calls.sql makes them anew.
DROP FUNCTION IF EXISTS ledger.make_request, ledger.take_back, ledger.make_decision;
DROP VIEW IF EXISTS ledger.request_details;
-- The server judges addresses (payout-address.ts). Once the database did.
DROP FUNCTION IF EXISTS ledger.refuse_unpayable(text), ledger.wallet_fault(text, text), ledger.has_evm_checksum(text),
  ledger.has_tron_checksum(text), ledger.keccak_256(text);

CREATE VIEW ledger.request_details AS
SELECT r.*, package.package_name, own.withdrawal_time, upload.path AS upload_path, decider.full_name AS decided_by_name,
       owner.full_name AS owner_name, owner.email AS owner_email, owner.member_id AS owner_member_id,
       recipient.full_name AS recipient_name, recipient.email AS recipient_email, recipient.member_id AS recipient_member_id,
       payout.state AS payout_state, payout.since AS payout_since, payout.hash AS payout_hash, payout.failures AS payout_failures,
       reversal.created_at AS reversed_at, reversal.reason AS reversal_reason, ask.reason AS slip_reason
  FROM ledger.requests r
  JOIN profiles owner ON owner.id = r.user_id
  LEFT JOIN profiles recipient ON recipient.id = r.recipient_id
  LEFT JOIN profiles decider ON decider.id = r.decided_by
  LEFT JOIN packages package ON package.id = r.package_id
  LEFT JOIN packages own ON own.id = owner.package_id
  LEFT JOIN uploads upload ON upload.user_id = r.user_id AND upload.id = r.upload_id
  LEFT JOIN ledger.payouts payout ON payout.user_id = r.user_id AND payout.request_id = r.id
  LEFT JOIN ledger.reversals reversal ON reversal.user_id = r.user_id AND reversal.request_id = r.id
  LEFT JOIN ledger.slip_requests ask ON ask.user_id = r.user_id AND ask.request_id = r.id AND ask.answered_at IS NULL
                                    AND r.slip_asked_at IS NOT NULL;
