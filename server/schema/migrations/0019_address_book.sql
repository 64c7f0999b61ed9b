-- The address book: the addresses that withdrawals of a member may be paid to. server/money/ledger/address-book.sql has the rules.

-- The time at which an address was added is the database's own, so no caller can date it back.
CREATE TABLE wallet_addresses (
  user_id  uuid NOT NULL REFERENCES profiles (id),
  id       uuid NOT NULL DEFAULT uuidv7(),
  address  text NOT NULL CONSTRAINT wallet_address_length CHECK (length(address) BETWEEN 1 AND 128),
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT wallet_address_listed UNIQUE (user_id, address)
);
-- Finds the members who share an address.
CREATE INDEX wallet_addresses_by_address ON wallet_addresses (address);

-- The addresses of today have been usable before. So have those that pending withdrawals go to.
INSERT INTO wallet_addresses (user_id, address, added_at)
SELECT known.user_id, known.address, 'epoch' FROM (
  SELECT p.id AS user_id, p.wallet_address AS address FROM profiles p
   UNION SELECT r.user_id, r.wallet_address FROM ledger.requests r WHERE r.kind = 'withdrawal' AND r.status = 'pending') known
 WHERE known.address <> '';
