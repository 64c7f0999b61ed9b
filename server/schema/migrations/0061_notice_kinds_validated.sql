-- Checks the rows from before the last two rules of notices. The check reads the table and lets calls go on.

ALTER TABLE notices VALIDATE CONSTRAINT notice_kind_known;
ALTER TABLE notices VALIDATE CONSTRAINT notice_well_formed;
