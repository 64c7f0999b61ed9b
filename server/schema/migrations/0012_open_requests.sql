-- Finds the open requests of one member. A member has few, however long their history and the queues of all members are.
CREATE INDEX IF NOT EXISTS requests_open ON ledger.requests (user_id, id) WHERE status = 'pending';
