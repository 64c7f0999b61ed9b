-- The chat of members with support.

CREATE TABLE chat_conversations (
  user_id            uuid NOT NULL REFERENCES profiles (id),
  id                 uuid NOT NULL DEFAULT uuidv7(),
  admin_id           uuid REFERENCES profiles (id),
  -- The number of the newest message. It is raised under the lock of this row, so a reader never misses a message.
  last_number        bigint NOT NULL DEFAULT 0,
  user_unread_count  integer NOT NULL DEFAULT 0 CONSTRAINT user_unread_not_negative CHECK (user_unread_count >= 0),
  admin_unread_count integer NOT NULL DEFAULT 0 CONSTRAINT admin_unread_not_negative CHECK (admin_unread_count >= 0),
  created_at         timestamptz NOT NULL DEFAULT now(),
  -- The moment of the newest message, or of the beginning while there is none. No message is older than the one before.
  last_active_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, id),
  CONSTRAINT one_conversation_per_member UNIQUE (user_id)
);
-- The order of the inbox.
CREATE INDEX chat_conversations_by_activity ON chat_conversations (last_active_at, user_id);
-- The unread part of the inbox, and the sum of unread messages that every page of an administrator shows.
CREATE INDEX chat_conversations_unread ON chat_conversations (last_active_at, user_id)
  INCLUDE (admin_unread_count) WHERE admin_unread_count > 0;

CREATE TABLE chat_messages (
  user_id           uuid NOT NULL,
  id                uuid NOT NULL DEFAULT uuidv7(),
  conversation_id   uuid NOT NULL,
  number            bigint NOT NULL,
  sender_id         uuid NOT NULL REFERENCES profiles (id),
  content           text NOT NULL CONSTRAINT message_length CHECK (length(content) BETWEEN 1 AND 4000),
  created_at        timestamptz NOT NULL DEFAULT now(),
  -- The id that the browser of the sender made. NULL for a message that no browser sent.
  client_message_id uuid,
  PRIMARY KEY (user_id, id),
  CONSTRAINT message_number_taken UNIQUE (user_id, conversation_id, number),
  -- A message that is sent again is stored once.
  CONSTRAINT message_sent_once UNIQUE (user_id, sender_id, client_message_id),
  FOREIGN KEY (user_id, conversation_id) REFERENCES chat_conversations (user_id, id)
);

-- Answers that the administrators of this installation give often. They share them all.
CREATE TABLE saved_replies (
  id         uuid PRIMARY KEY DEFAULT uuidv7(),
  title      text NOT NULL CONSTRAINT saved_replies_title_check CHECK (title <> ''),
  content    text NOT NULL CONSTRAINT saved_replies_content_check CHECK (content <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_reply_title ON saved_replies (lower(title));
