-- An instance of an earlier version may still be running while migration 0018 and those after it are applied. What its roll-up
-- moves past the watermark meanwhile would never get into the lists. So from here on a roll-up does nothing, until ledger.sql
-- is applied, as it always is at the end; the totals stay exact without.
SELECT FROM ledger.rollup FOR UPDATE;
CREATE OR REPLACE FUNCTION ledger.roll_up() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
END
$$;
REVOKE ALL ON FUNCTION ledger.roll_up FROM PUBLIC;
