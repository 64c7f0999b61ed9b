-- Who runs the site, for its legal pages, where an administrator has said so: it comes before what the configuration says.
ALTER TABLE settings
  ADD COLUMN operator_name text CONSTRAINT operator_name_length CHECK (length(operator_name) BETWEEN 1 AND 200),
  ADD COLUMN operator_address text CONSTRAINT operator_address_length CHECK (length(operator_address) BETWEEN 1 AND 300),
  ADD COLUMN operator_email text CONSTRAINT operator_email_length CHECK (length(operator_email) BETWEEN 3 AND 254);
