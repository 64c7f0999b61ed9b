-- Mails are written in the language of who gets them. Which languages there are is for the sources to say, so that one more
-- needs no migration: the database knows the form of their codes.
ALTER TABLE credentials ADD COLUMN language text NOT NULL DEFAULT 'en'
  CONSTRAINT credential_language_form CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$');
