-- The address, browser and session of each call that moved coins or asked to. A row is written with the call and never changed.
-- The sessions themselves are removed when they end, so there is no foreign key to them.
CREATE TABLE ledger.call_origins (
  -- The member with the coins that the call is about, and the request or the correction. A correction that waits for a second
  -- owner has the key of its call.
  subject_id uuid NOT NULL,
  request_id uuid NOT NULL,
  -- The caller and the key of the call, as in ledger.commands.
  caller_id  uuid NOT NULL,
  key        uuid NOT NULL,
  call       text NOT NULL CONSTRAINT call_origin_call_known CHECK (call IN ('submit', 'cancel', 'approve', 'reject', 'adjust')),
  session_id uuid NOT NULL,
  ip_address text CONSTRAINT call_origin_address_short CHECK (length(ip_address) <= 45),
  user_agent text CONSTRAINT call_origin_agent_short CHECK (length(user_agent) <= 300),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subject_id, request_id, caller_id, key)
);
