# The settings of `backup`, `restore`, and `verify`, and what they share. /etc/@slug@/backup.conf can set others.
set -eu
umask 077
[ ! -r "${BACKUP_CONF:=/etc/@slug@/backup.conf}" ] || . "$BACKUP_CONF"
# Where backups are: another disk, or better, another machine's disk.
: "${BACKUP_DIR:=/backup}"
# The site's database, the owner of its tables, and how long backups are kept.
: "${DATABASE:=@database@}" "${DATABASE_OWNER:=canopy_owner}" "${KEEP_DAYS:=30}"
# psql and the others connect as this account, and read PGHOST and PGPORT.
export PGOPTIONS='-c client_min_messages=warning'

fail() {
	echo "$1" >&2
	exit 1
}

# Prints the number of rows that a dump has of a table.
rows_of_dump() {
	pg_restore --list "$1" | grep -q " TABLE DATA public $2 " ||
		fail "$1 has no table $2: set DATABASE in $BACKUP_CONF to the site's database"
	pg_restore --data-only --table="$2" --file=- "$1" |
		awk '/^COPY / { copies = 1; next } /^\\\.$/ { copies = 0 } copies { rows++ } END { print rows + 0 }'
}

# Prints the number of rows that a database has of a table.
rows_of_database() {
	psql -XAt -v ON_ERROR_STOP=1 -d "$1" -c "SELECT count(*) FROM $2"
}

# Prints the newest file or folder of the arguments, whose names are dates.
newest() {
	[ -e "$1" ] || fail "There is no ${1%/*}/ yet: make one with $LIB/backup"
	for newest; do :; done
	echo "$newest"
}

# Fails if Postgres does not archive its log, or if its last attempt failed.
check_archiving() {
	state=$(psql -XAt -v ON_ERROR_STOP=1 -d postgres -c "SELECT
		CASE WHEN current_setting('archive_mode') = 'off' THEN 'is not told to archive its log: run backup setup'
		WHEN last_failed_time > coalesce(last_archived_time, '-infinity')
		THEN 'could not archive ' || last_failed_wal || ': its own log says why' END FROM pg_stat_archiver")
	[ -z "$state" ] || fail "Postgres $state"
}
