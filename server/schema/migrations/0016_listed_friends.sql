-- Friends are listed once they have proven their address (server/ledger/ledger.sql): whoever saw one appear at sign-up
-- would learn, with their own code and somebody's address, whether that somebody has an account.
DELETE FROM ledger.referrals r USING credentials c
 WHERE c.user_id = r.friend_id AND c.email_confirmed_at IS NULL AND r.status = 'Registered';
DROP FUNCTION IF EXISTS ledger.note_referrer(uuid, uuid);
