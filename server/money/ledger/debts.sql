-- Debts: coins that a reversal takes back although the member no longer has them. The platform advances the missing coins, so
-- that every leg of the request moves back in full. Each later credit to the available balance repays first. So a member with a
-- debt has no available coins, no balance goes below zero, and coins are conserved. All functions run under the account's lock.

-- Returns the coins that a member owes.
CREATE OR REPLACE FUNCTION ledger.debt_of(p_user uuid) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(d.remaining), 0) FROM ledger.debts d WHERE d.user_id = p_user AND d.remaining > 0);
END
$$;

-- Returns the coins of a credit that would repay debts.
CREATE OR REPLACE FUNCTION ledger.would_repay(p_user uuid, p_coins numeric) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN least(p_coins, ledger.debt_of(p_user));
END
$$;

-- Refuses to let coins leave while the member owes some. A rejected request returns its coins, which then repay the debt.
CREATE OR REPLACE FUNCTION ledger.refuse_indebted(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ledger.debt_of(p_user) > 0 THEN PERFORM ledger.refuse('debt_open'); END IF;
END
$$;

-- Advances the coins that a member lacks to give back p_coins for a reversed request, and returns their number.
CREATE OR REPLACE FUNCTION ledger.owe(p_user uuid, r ledger.requests, p_coins numeric) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
  lacking numeric := p_coins - (SELECT a.available FROM ledger.accounts a WHERE a.user_id = p_user);
  debt uuid;
  movement uuid;
BEGIN
  IF lacking <= 0 THEN RETURN 0; END IF;
  INSERT INTO ledger.debts (user_id, owner_id, request_id, coins, remaining) VALUES (p_user, r.user_id, r.id, lacking, lacking)
  RETURNING id INTO debt;
  INSERT INTO ledger.movements (user_id, leg, credit_id, amount, rate, debt_id) VALUES (p_user, 'owe', p_user, lacking, r.rate, debt)
  RETURNING id INTO movement;
  PERFORM ledger.post(p_user, p_user, movement, 'DEBT_IN', lacking, 0, r.rate);
  PERFORM ledger.note_debt('owe', p_user, lacking);
  RETURN lacking;
END
$$;

-- Repays the debts of a member from the coins that have just been credited, the oldest debt first.
CREATE OR REPLACE FUNCTION ledger.repay(p_user uuid, p_rate numeric) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  d ledger.debts;
  part numeric;
  movement uuid;
BEGIN
  FOR d IN SELECT * FROM ledger.debts q WHERE q.user_id = p_user AND q.remaining > 0 ORDER BY q.id LOOP
    part := least(d.remaining, (SELECT a.available FROM ledger.accounts a WHERE a.user_id = p_user));
    EXIT WHEN part = 0;
    UPDATE ledger.debts q SET remaining = q.remaining - part, repaid_at = now() WHERE q.user_id = p_user AND q.id = d.id;
    INSERT INTO ledger.movements (user_id, leg, debit_id, amount, rate, debt_id) VALUES (p_user, 'repay', p_user, part, p_rate, d.id)
    RETURNING id INTO movement;
    PERFORM ledger.post(p_user, p_user, movement, 'DEBT_OUT', -part, 0, p_rate);
    PERFORM ledger.note_debt('repay', p_user, part);
    -- A bonus that has to wait may have been a part of the credit.
    PERFORM ledger.trim_maturing(p_user, NULL);
  END LOOP;
END
$$;

-- Adds coins that were advanced or repaid to the totals of the platform. The key is new, so that no call can have used it before.
CREATE OR REPLACE FUNCTION ledger.note_debt(p_operation text, p_user uuid, p_coins numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.commands (user_id, key, fingerprint, operation, subject_id, coins)
  VALUES (p_user, uuidv7(), '\x', p_operation, p_user, p_coins);
END
$$;

-- Tells a member what this transaction has repaid. It runs at the end, where the boxes of notices are locked in order.
CREATE OR REPLACE FUNCTION ledger.notify_repaid(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger.notify(p_user, 'debt_repaid', d.owner_id, d.request_id, m.id)
     FROM ledger.debts d JOIN ledger.movements m ON m.user_id = d.user_id AND m.debt_id = d.id AND m.leg = 'repay' AND m.created_at = now()
    WHERE d.user_id = p_user AND d.repaid_at = now();
END
$$;

-- Lets a debt shrink, and nothing else.
CREATE OR REPLACE FUNCTION ledger.guard_debt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen ledger.debts := NEW;
BEGIN
  frozen.remaining := OLD.remaining;
  frozen.repaid_at := OLD.repaid_at;
  IF frozen IS DISTINCT FROM OLD OR NEW.remaining >= OLD.remaining THEN
    RAISE EXCEPTION 'a debt changes by its repayment only' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER guard_change BEFORE UPDATE ON ledger.debts FOR EACH ROW EXECUTE FUNCTION ledger.guard_debt();
