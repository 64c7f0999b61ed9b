-- The administrators who look at a pending request, and the one who has it. server/money/requests/desk has the rules. Neither
-- is a right to the money. Rows of a request that is decided count for nothing, and go when their administrator does the same again.

CREATE TABLE request_looks (
  user_id          uuid NOT NULL,
  request_id       uuid NOT NULL,
  administrator_id uuid NOT NULL REFERENCES profiles (id),
  until            timestamptz NOT NULL,
  PRIMARY KEY (user_id, request_id, administrator_id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);
CREATE INDEX request_looks_by_administrator ON request_looks (administrator_id, until);

CREATE TABLE request_assignments (
  user_id     uuid NOT NULL,
  request_id  uuid NOT NULL,
  assignee_id uuid NOT NULL REFERENCES profiles (id),
  assigned_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, request_id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);
CREATE INDEX request_assignments_by_assignee ON request_assignments (assignee_id, request_id);
