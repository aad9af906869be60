#!/bin/sh
# The image of PostgreSQL runs this once, on an empty volume: the owner of the database, who is no superuser.
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres \
  --set=password="$PALIER_OWNER_PASSWORD" <<'SQL'
create role palier_owner login createrole password :'password';
create database palier owner palier_owner;
-- The logins of the product reach their own database alone.
revoke connect on database postgres, template1 from public;
SQL
