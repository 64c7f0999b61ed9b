-- The tables of the platform, which know no person and no business.
--
-- Each room of the server has one file that creates its tables. A file may refer to tables of the files before it. The
-- audit log and the answered calls belong to the platform but refer to accounts, so they stand in the file of the accounts.

-- PostgreSQL 18 has uuidv7(). Older servers get the same layout: 48 bits of milliseconds, then random bits.
DO $$
BEGIN
  IF current_setting('server_version_num')::int < 180000 THEN
    CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $f$
      SELECT encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
                  PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
                  FROM 1 FOR 6),
          52, 1), 53, 1), 'hex')::uuid
    $f$;
  END IF;
END
$$;

-- Attempts that count against a limit. A row is a bucket that is not full.
CREATE TABLE rate_limits (
  -- A hash of the limit's name and of the account or network that it counts, so the table names no person.
  key     bytea PRIMARY KEY,
  -- The moment at which the bucket is full again. The state of the bucket follows from it.
  full_at timestamptz NOT NULL
);
-- The cleaning finds full buckets by their moment, so its cost does not grow with the table.
CREATE INDEX rate_limits_by_end ON rate_limits (full_at);

-- Mails on their way. A row leaves when its mail is sent or given up.
CREATE TABLE mail_outbox (
  id       uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Encrypted, because a mail holds links that open accounts.
  mail     bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_outbox_due ON mail_outbox (due_at);
