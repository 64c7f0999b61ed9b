-- What administrators need to change packages, and to know what refers to one before they delete it.

-- Raised with each change, so that an edit can name what it was based on.
ALTER TABLE packages ADD COLUMN revision integer NOT NULL DEFAULT 1;

-- PostgreSQL looks for what refers to a package before it lets one go.
CREATE INDEX requests_by_package ON ledger.requests (package_id) WHERE package_id IS NOT NULL;
