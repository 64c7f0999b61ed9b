-- What a member's own pages read at the same cost however much the member, or anybody else, has done.

-- Requests filtered by kind or status: one scan of this index for each pair that is asked for.
CREATE INDEX requests_by_status ON ledger.requests (user_id, kind, status, id);

-- The balance at a moment is found by time. A line is dated when it is written, under its account's lock, so the dates
-- follow the numbers; the beginning of the transaction could lie before another one that came first.
ALTER TABLE ledger.lines ALTER COLUMN created_at SET DEFAULT clock_timestamp();
CREATE INDEX lines_by_time ON ledger.lines (user_id, created_at, version) WHERE type IS NOT NULL;

-- Whom a member brought in and how far each has come, kept by the ledger as purchases go on: derived from all friends'
-- requests, a page of those whose purchase is pending would look through everybody else.
CREATE TABLE ledger.referrals (
  user_id      uuid NOT NULL REFERENCES profiles (id),
  id           uuid NOT NULL DEFAULT uuidv7(),
  friend_id    uuid NOT NULL REFERENCES profiles (id),
  status       text NOT NULL DEFAULT 'Registered'
               CONSTRAINT referral_status_known CHECK (status IN ('Registered', 'First Purchase Pending', 'Bonus Awarded')),
  -- Coins of the first package that waits for a decision, and what an approved one earned.
  base_coins   numeric(20, 4),
  reward_coins numeric(20, 4),
  PRIMARY KEY (user_id, id),
  CONSTRAINT friend_taken UNIQUE (user_id, friend_id),
  CONSTRAINT referral_well_formed CHECK ((base_coins IS NOT NULL) = (status = 'First Purchase Pending')
                                         AND (reward_coins IS NOT NULL) = (status = 'Bonus Awarded'))
);
CREATE INDEX referrals_by_status ON ledger.referrals (user_id, status, id) INCLUDE (base_coins, reward_coins);

INSERT INTO ledger.referrals (user_id, friend_id, status, base_coins, reward_coins)
SELECT f.referred_by_id, f.id,
       CASE WHEN f.first_purchase_done THEN 'Bonus Awarded' WHEN p.coins IS NOT NULL THEN 'First Purchase Pending' ELSE 'Registered' END,
       CASE WHEN NOT f.first_purchase_done THEN p.coins END,
       CASE WHEN f.first_purchase_done THEN coalesce(m.amount, 0) END
  FROM profiles f
  LEFT JOIN ledger.movements m ON m.user_id = f.id AND m.leg = 'referral'
  LEFT JOIN LATERAL (SELECT r.amount_coins AS coins FROM ledger.requests r
                      WHERE r.user_id = f.id AND r.kind = 'buy' AND r.status = 'pending' AND r.package_id IS NOT NULL
                      ORDER BY r.id LIMIT 1) p ON true
 WHERE f.referred_by_id IS NOT NULL
 ORDER BY f.created_at, f.id;
