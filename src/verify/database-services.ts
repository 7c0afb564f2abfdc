import { existsSync } from 'node:fs'
import fastGlob from 'fast-glob'
import type { Service } from './service.ts'

const postgresFolder = '/usr/lib/postgresql/*/bin'

/**
 * A new cluster in memory takes less than a second. It listens before it answers, so that `ready` is a link to its
 * socket that appears afterwards. The user of `DATABASE_URL` owns one database and is no superuser; whoever needs one
 * is `postgres` over the socket, without a password.
 */
const startPostgres = `
bin=$(ls -d ${postgresFolder} | sort -V | tail -n 1)
cd /tmp && mkdir postgres
"$bin/initdb" --no-sync --wal-segsize=1 --username=postgres --auth-local=trust --auth-host=scram-sha-256 \
  --encoding=UTF8 --locale=C.UTF-8 --pgdata=postgres/data
"$bin/postgres" -D postgres/data -c unix_socket_directories=/tmp -c listen_addresses=127.0.0.1 -c fsync=off \
  -c shared_buffers=16MB -c max_connections=20 &
sql() { PGDATABASE='' "$bin/psql" --host=/tmp --username=postgres --no-psqlrc --quiet --command="$1" postgres; }
until sql 'select 1'; do sleep 0.05; done
sql "create role app login password 'dummy-password'"
sql 'create database app owner app'
ln -s /tmp/.s.PGSQL.5432 postgres/ready
wait`

export const postgres: Service = {
  name: 'postgres',
  describe: 'PostgreSQL from the system, with a database of its own',
  available: () =>
    fastGlob.sync(`${postgresFolder}/initdb`).length > 0
      ? undefined
      : 'PostgreSQL is not installed: apt-get install postgresql (Debian, Ubuntu)',
  start: ['bash', '-ec', startPostgres],
  env: {
    PGHOST: '127.0.0.1',
    PGPORT: '5432',
    PGUSER: 'app',
    PGPASSWORD: 'dummy-password',
    PGDATABASE: 'app',
    DATABASE_URL: 'postgresql://app:dummy-password@127.0.0.1:5432/app',
  },
  ready: '/tmp/postgres/ready',
}

export const redis: Service = {
  name: 'redis',
  describe: 'Redis from the system, empty',
  available: () =>
    ['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/redis-server`))
      ? undefined
      : 'Redis is not installed: apt-get install redis-server (Debian, Ubuntu)',
  start: [
    'redis-server',
    '--bind',
    '127.0.0.1',
    '--port',
    '6379',
    '--dir',
    '/tmp',
    '--save',
    '',
    '--appendonly',
    'no',
  ],
  env: { REDIS_URL: 'redis://127.0.0.1:6379' },
  ready: 6379,
}
