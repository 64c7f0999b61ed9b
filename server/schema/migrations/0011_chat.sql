-- A message that is sent again is stored once, and the inbox lists conversations by their latest activity.

ALTER TABLE chat_messages
  -- Made by the sender's browser; null for messages that were stored before there was one.
  ADD COLUMN client_message_id uuid,
  ADD CONSTRAINT message_sent_once UNIQUE (user_id, sender_id, client_message_id);

ALTER TABLE chat_conversations
  -- When the newest message was written, or when it was made while there is none. No message is older than the one before.
  ADD COLUMN last_active_at timestamptz NOT NULL DEFAULT now();
UPDATE chat_conversations c
   SET last_active_at = coalesce((SELECT max(m.created_at) FROM chat_messages m WHERE m.user_id = c.user_id), c.created_at);
CREATE INDEX chat_conversations_by_activity ON chat_conversations (last_active_at, user_id);

-- The unread part of the inbox, and the sum of it that every page of an administrator shows.
DROP INDEX chat_conversations_unread;
CREATE INDEX chat_conversations_unread ON chat_conversations (last_active_at, user_id)
  INCLUDE (admin_unread_count) WHERE admin_unread_count > 0;
