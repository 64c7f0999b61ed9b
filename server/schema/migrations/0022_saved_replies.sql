-- Answers that the administrators of this installation give again and again, for all of them.
CREATE TABLE saved_replies (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  title      text NOT NULL CHECK (title <> ''),
  content    text NOT NULL CHECK (content <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_reply_title ON saved_replies (lower(title));
