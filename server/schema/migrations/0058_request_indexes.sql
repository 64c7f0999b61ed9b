-- Indexes of long tables, in a migration of their own: readers go on, and only writers wait meanwhile.

-- The buys that wait for their members. A buy enters only when it is asked about, so no submit pays for this index.
CREATE INDEX requests_waiting ON ledger.requests (kind, id) WHERE status = 'pending' AND slip_asked_at IS NOT NULL;
-- The times of decisions leave out the time in which a member was waited for.
CREATE INDEX requests_by_decision_time ON ledger.requests (kind, decided_at) INCLUDE (created_at, clock_from, slip_asked_at) WHERE decided_by IS NOT NULL;
CREATE INDEX chat_messages_by_request ON chat_messages (user_id, request_id, number) WHERE request_id IS NOT NULL;
-- It locks the table against readers, too, so it comes last.
DROP INDEX ledger.requests_by_decision;
