-- Mails about what happened. A member chooses the groups; server/money/notices/notices.sql has the kinds of each.

-- The groups that a member wants as mails. A member without a row wants all.
CREATE TABLE mail_preferences (
  user_id   uuid PRIMARY KEY REFERENCES profiles (id),
  decisions boolean NOT NULL DEFAULT true,
  coins     boolean NOT NULL DEFAULT true,
  rewards   boolean NOT NULL DEFAULT true,
  payouts   boolean NOT NULL DEFAULT true
);

-- The notices that still have to be mailed. The transaction of the event writes them, so no mail is lost with a server.
CREATE TABLE notice_mails (
  user_id uuid NOT NULL,
  number  bigint NOT NULL,
  PRIMARY KEY (user_id, number),
  FOREIGN KEY (user_id, number) REFERENCES notices (user_id, number)
);
