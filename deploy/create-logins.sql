-- Makes the database and its two logins, once, as the superuser. psql runs it, and takes the passwords from the environment:
-- et_owner changes tables at a start, and et_login is the application's and may not write the books.
\getenv owner_password OWNER_PASSWORD
\getenv login_password LOGIN_PASSWORD
CREATE ROLE et_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE et_app NOLOGIN;
CREATE ROLE et_login LOGIN PASSWORD :'login_password';
GRANT et_app TO et_login;
CREATE DATABASE et OWNER et_owner ENCODING 'UTF8' TEMPLATE template0;
