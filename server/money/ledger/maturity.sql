-- Maturity: bonus and reward coins that can be neither withdrawn nor sent for the days of the settings.
--
-- Coins mature by time alone, and no job has to move them. An account never has fewer available coins than it has coins that
-- still wait, so a withdrawal or transfer spends mature coins only. All functions that write run under the lock of the account.

-- Notes a bonus or reward that has just been credited, if the settings let it wait. A later change of the days leaves the
-- credit as it is.
CREATE OR REPLACE FUNCTION ledger.note_maturing(p_user uuid, p_movement_user uuid, p_movement uuid, p_coins numeric) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
BEGIN
  INSERT INTO ledger.maturing (user_id, matures_at, movement_user_id, movement_id, coins)
  SELECT p_user, now() + s.maturity_days * interval '24 hours', p_movement_user, p_movement, p_coins
    FROM public.settings s WHERE s.maturity_days > 0
  RETURNING matures_at INTO moment;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE ledger.accounts a SET last_matures_at = greatest(a.last_matures_at, moment) WHERE a.user_id = p_user;
END
$$;

-- Returns the coins of a member that still wait, and the time at which the next of them mature with their number. Without
-- such coins, it returns zero and NULLs.
CREATE OR REPLACE FUNCTION ledger.maturing_of(p_user uuid, OUT coins numeric, OUT next_coins numeric, OUT next_at timestamptz)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT coalesce(sum(m.coins), 0), sum(m.coins) FILTER (WHERE m.matures_at = m.earliest), min(m.earliest)
    INTO coins, next_coins, next_at
    FROM (SELECT w.coins, w.matures_at, min(w.matures_at) OVER () AS earliest FROM ledger.maturing w
           WHERE w.user_id = p_user AND w.matures_at > now() AND w.coins > 0) m;
END
$$;

-- Refuses a spend that leaves fewer available coins than still wait. Names these coins, and the time at which the next mature.
CREATE OR REPLACE FUNCTION ledger.refuse_maturing(p_user uuid, p_available_after numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  waiting record;
BEGIN
  waiting := ledger.maturing_of(p_user);
  IF p_available_after < waiting.coins THEN
    PERFORM ledger.refuse('coins_maturing',
      trim_scale(waiting.coins)::text || ' ' || to_char(waiting.next_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
  END IF;
END
$$;

-- Takes coins out of those that still wait, after an adjustment has taken coins of any kind. The adjustment of a credit that
-- waits takes that credit. Any other takes mature coins first, and then those that would wait longest.
CREATE OR REPLACE FUNCTION ledger.trim_maturing(p_user uuid, p_reversed uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  excess numeric;
BEGIN
  UPDATE ledger.maturing m SET coins = 0 WHERE m.user_id = p_user AND m.movement_id = p_reversed;
  excess := (ledger.maturing_of(p_user)).coins;
  excess := excess - (SELECT a.available FROM ledger.accounts a WHERE a.user_id = p_user);
  IF excess <= 0 THEN RETURN; END IF;
  UPDATE ledger.maturing m SET coins = m.coins - least(m.coins, greatest(excess - later.coins, 0))
    FROM (SELECT w.matures_at, w.movement_id, coalesce(sum(w.coins) OVER (
                   ORDER BY w.matures_at DESC, w.movement_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS coins
            FROM ledger.maturing w WHERE w.user_id = p_user AND w.matures_at > now()) later
   WHERE m.user_id = p_user AND m.matures_at = later.matures_at AND m.movement_id = later.movement_id;
END
$$;

-- ledger.change_settings has taken its place.
DROP FUNCTION IF EXISTS ledger.set_maturity_days(text, numeric);
