-- The administrators' unread messages are summed on every page of theirs, however many conversations are read through.
CREATE INDEX chat_conversations_unread ON chat_conversations (admin_unread_count) WHERE admin_unread_count > 0;
