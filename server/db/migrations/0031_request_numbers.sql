-- Each request has a short number that people can say. It comes from a sequence, and is scrambled so that neighbours do not
-- look alike; contract/request-number.ts writes and reads it.
CREATE SEQUENCE ledger.request_numbers AS bigint MINVALUE 0 START 0;

-- Another number for each number: an odd factor and a shifted copy can both be undone, so no two meet. The first 2^30 fit into
-- six symbols of five bits each; those beyond keep what is above these bits in front, and so have one symbol more.
CREATE FUNCTION ledger.scramble(n bigint) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  low constant bigint := 1073741823;
  x bigint := ((n & low) + 271828183) * 668265263 & low;
BEGIN
  x := (x # (x >> 15)) * 374761393 & low;
  RETURN (n & ~low) | (x # (x >> 15));
END
$$;

-- Rows that are there get theirs as the table is written anew.
ALTER TABLE ledger.requests ADD COLUMN number bigint NOT NULL DEFAULT ledger.scramble(nextval('ledger.request_numbers'));
CREATE UNIQUE INDEX request_number_taken ON ledger.requests (number);
