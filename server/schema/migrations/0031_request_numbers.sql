-- Each request has a short number that people can say. The database counts; contract/request-number.ts writes and reads it.
-- Each connection takes some numbers at once, so that submitting does not wait for the counter.
CREATE SEQUENCE ledger.request_numbers AS bigint MINVALUE 0 START 0 CACHE 20;

-- Rows that are there get theirs as the table is written anew.
ALTER TABLE ledger.requests ADD COLUMN number bigint NOT NULL DEFAULT nextval('ledger.request_numbers');
CREATE UNIQUE INDEX request_number_taken ON ledger.requests (number);
