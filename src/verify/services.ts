import { existsSync } from 'node:fs'
import fastGlob from 'fast-glob'
import type { ServiceName } from '../model/vocabulary.ts'
import { anthropicKey, geminiKey, openaiKey, variants } from './fake-api/keys-and-variants.ts'

/** Where this program is mounted for pages that need one of its services. */
export const programInside = '/opt/fixdex'

/** A background program in a block's sandbox. */
export interface Startable {
  readonly name: string
  /**
   * Command and arguments, with paths inside the sandbox. Runs in `/tmp` as an unprivileged user, and stays in the
   * foreground.
   */
  readonly start: readonly string[]
  /** Environment variables for the blocks and for the program itself. */
  readonly env: Readonly<Record<string, string>>
  /** A port on 127.0.0.1 or a Unix socket that accepts connections once the program is ready. */
  readonly ready: number | string
}

/**
 * A service that a page's blocks use. Each block gets a fresh one in its own sandbox: only the loopback network, and no
 * state from earlier blocks.
 */
export interface Service extends Startable {
  readonly name: ServiceName
  /** Why it can't run on this host and how to install it, or undefined if it can. */
  available(): string | undefined
}

const port = 4010
const address = `http://127.0.0.1:${port}`

/** Base URLs and keys under the names that the vendors' SDKs read, so that the code on pages need not mention the stand-in. */
const env = {
  OPENAI_BASE_URL: `${address}/openai/v1`,
  OPENAI_API_KEY: openaiKey,
  ANTHROPIC_BASE_URL: `${address}/anthropic`,
  ANTHROPIC_API_KEY: anthropicKey,
  // Only @google/genai reads it; other SDKs get it in code, with `/v1beta` appended where they need a version.
  GOOGLE_GEMINI_BASE_URL: `${address}/gemini`,
  GEMINI_API_KEY: geminiKey,
  GOOGLE_GENERATIVE_AI_API_KEY: geminiKey,
}

const fakeApi = (name: Service['name'], variant: readonly string[]): Service => ({
  name,
  available: () => undefined,
  start: ['node', `${programInside}/lib/verify/fake-api/main.js`, String(port), ...variant],
  env,
  ready: port,
})

/** The stand-in, and one service for each of its failing states. */
const fakeApiServices = [
  fakeApi('fake-api', []),
  ...variants.map((name) => fakeApi(`fake-api:${name}`, [name])),
]

const postgresFolder = '/usr/lib/postgresql/*/bin'

/**
 * Creates a cluster in memory in less than a second. PostgreSQL listens before it accepts queries, so `ready` is a link to
 * its socket, created afterwards. The user in `DATABASE_URL` owns one database and is no superuser; a page that needs one
 * connects as `postgres` over the socket, without a password.
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

const postgres: Service = {
  name: 'postgres',
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

const redis: Service = {
  name: 'redis',
  available: () =>
    ['/usr/bin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/redis-server`))
      ? undefined
      : 'Redis is not installed: apt-get install redis-server (Debian, Ubuntu)',
  start: ['redis-server', ...'--bind 127.0.0.1 --port 6379 --dir /tmp --appendonly no --save'.split(' '), ''],
  env: { REDIS_URL: 'redis://127.0.0.1:6379' },
  ready: 6379,
}

/** Every service that `needs` can name. */
export const services: readonly Service[] = [...fakeApiServices, postgres, redis]
