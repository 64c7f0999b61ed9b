-- Reads the tokens once, without keeping others from writing them.

ALTER TABLE email_tokens VALIDATE CONSTRAINT email_token_purpose_known;
