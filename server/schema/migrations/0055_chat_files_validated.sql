-- The rules of messages that the migration before added to a long table.
ALTER TABLE chat_messages
  VALIDATE CONSTRAINT message_file_count_range,
  VALIDATE CONSTRAINT message_request_fkey,
  VALIDATE CONSTRAINT message_length;
