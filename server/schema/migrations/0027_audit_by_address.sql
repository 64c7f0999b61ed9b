-- The log from one address. As of a person, the kinds stand side by side and the newest of each are merged. What was done without
-- a call, such as by the installation itself, has no address and is found by none.
CREATE INDEX audit_by_address ON audit_events (ip_address, action, created_at, id);
