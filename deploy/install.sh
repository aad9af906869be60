#!/bin/sh
# Makes this version the current one of this machine: accounts, /etc/palier, the systemd units and the command
# "palier". As root, from the unpacked artefact: /opt/palier/palier-<version>/deploy/install.sh. May be
# repeated; keeps the settings.
set -eu
umask 022
deploy=$(cd "$(dirname "$0")" && pwd -P)
version=$(dirname "$deploy")
units=/etc/systemd/system

# The servers run as palier. Operators and jobs, which have the owner's login, belong to palier-admin. The
# release service runs as palier-releases, and the browser of the release gate as palier-gate.
for account in palier palier-admin palier-releases palier-gate; do
  getent passwd "$account" >/dev/null ||
    useradd --system --user-group --no-create-home --home-dir /nonexistent \
      --shell /usr/sbin/nologin "$account"
done

mkdir -p /etc/palier "$units/palier@.service.d" "$units/palier-.service.d" "$units/palier-gate@.service.d"
for settings in palier:palier-admin owner:palier-admin releases:palier-releases; do
  name=${settings%:*}
  [ -e "/etc/palier/$name.env" ] ||
    install -m 0640 -g "${settings#*:}" "$deploy/$name.env.example" "/etc/palier/$name.env"
done

ln -sfn "$version" /opt/palier/current
install -m 0755 "$deploy/palier" /usr/local/bin/palier
install -m 0644 "$deploy"/systemd/*.service "$deploy"/systemd/*.socket "$deploy"/systemd/*.timer "$units"
for folder in palier@.service.d palier-.service.d; do
  install -m 0644 "$deploy/systemd/hardening.conf" "$units/$folder/hardening.conf"
done
install -m 0644 "$deploy/systemd/gate-hardening.conf" "$units/palier-gate@.service.d/hardening.conf"
[ ! -d /run/systemd/system ] || systemctl daemon-reload
palier --version
