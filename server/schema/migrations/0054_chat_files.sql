-- Files in the chat, and messages about a request. server/support/chat has the rules.

-- The bytes lie in the folder of the member, beside the slips. No request can use such a file.
CREATE TABLE chat_files (
  -- The member of the conversation. The sender is this member or an administrator.
  user_id    uuid NOT NULL REFERENCES profiles (id),
  id         uuid NOT NULL DEFAULT uuidv7(),
  sender_id  uuid NOT NULL REFERENCES profiles (id),
  path       text NOT NULL,
  mime_type  text NOT NULL CONSTRAINT chat_file_type_known CHECK (mime_type IN ('image/png', 'image/jpeg', 'application/pdf')),
  size_bytes integer NOT NULL CONSTRAINT chat_file_size_range CHECK (size_bytes BETWEEN 1 AND 5242880),
  sha256     bytea NOT NULL,
  -- The pixels of a picture, so that a page can reserve its place; NULL for a document.
  width      integer,
  height     integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The message that took the file, its place there, and its name; NULL until a message is sent with it.
  message_id uuid,
  position   smallint CONSTRAINT chat_file_position_range CHECK (position BETWEEN 1 AND 3),
  name       text CONSTRAINT chat_file_name_length CHECK (length(name) BETWEEN 1 AND 130),
  PRIMARY KEY (user_id, id),
  CONSTRAINT chat_file_path_taken UNIQUE (user_id, path),
  CONSTRAINT chat_file_place_taken UNIQUE (user_id, message_id, position),
  CONSTRAINT chat_file_taken_whole CHECK (num_nulls(message_id, position, name) IN (0, 3)),
  CONSTRAINT chat_file_measured CHECK ((mime_type = 'application/pdf') = (width IS NULL) AND (width IS NULL) = (height IS NULL)),
  FOREIGN KEY (user_id, message_id) REFERENCES chat_messages (user_id, id)
);
CREATE INDEX chat_files_by_sender ON chat_files (sender_id);

-- The next migration validates the rules of the long table.
ALTER TABLE chat_messages
  -- A request of the member that the message is about.
  ADD COLUMN request_id uuid,
  ADD COLUMN file_count smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT message_file_count_range CHECK (file_count BETWEEN 0 AND 3) NOT VALID,
  ADD CONSTRAINT message_request_fkey FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id) NOT VALID,
  DROP CONSTRAINT message_length,
  ADD CONSTRAINT message_length CHECK (length(content) <= 4000 AND (content <> '' OR file_count > 0)) NOT VALID;
