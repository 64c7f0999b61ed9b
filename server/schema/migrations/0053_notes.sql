-- Notes among administrators, and the purposes of saved texts.

-- A rule that the migration before left to be validated without a long lock.
ALTER TABLE notices VALIDATE CONSTRAINT notice_kind_known;

-- A note of administrators for each other about a member, or about one of the member's requests. Members never read it.
CREATE TABLE admin_notes (
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  -- NULL for a note about the member.
  request_id uuid,
  author_id  uuid NOT NULL REFERENCES profiles (id),
  -- NULL once it was removed with the details of a closed account.
  content    text CONSTRAINT admin_note_length CHECK (content ~ '\S' AND length(content) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);
CREATE INDEX admin_notes_by_request ON admin_notes (user_id, request_id, id);
CREATE INDEX admin_notes_by_author ON admin_notes (author_id);

-- The place in which a saved text is offered. The texts of earlier releases are answers of the chat.
ALTER TABLE saved_replies ADD COLUMN purpose text NOT NULL DEFAULT 'chat'
  CONSTRAINT saved_reply_purpose_known CHECK (purpose IN ('chat', 'approval', 'rejection', 'slip'));
DROP INDEX saved_reply_title;
CREATE UNIQUE INDEX saved_reply_title ON saved_replies (purpose, lower(title));
