import { existsSync } from 'node:fs'
import fastGlob from 'fast-glob'
import type { ServiceName } from '../model/vocabulary.ts'
import { anthropicKey, geminiKey, openaiKey, variants } from './fake-api/keys-and-variants.ts'

/** Where the compiled program lies inside the sandbox of a page that needs a service: `${programInside}/lib/…`. */
export const programInside = '/opt/fixdex'

/** A program that runs beside a block, in the block's own sandbox. */
export interface Startable {
  readonly name: string
  /**
   * Command and arguments, with paths as they are inside, run as an ordinary user in `/tmp`. It stays in the
   * foreground.
   */
  readonly start: readonly string[]
  /** Variables that the page's blocks see, and the program too. */
  readonly env: Readonly<Record<string, string>>
  /** Port on 127.0.0.1, or path of a Unix socket, that accepts connections once it is ready. */
  readonly ready: number | string
}

/**
 * Something that a page's blocks talk to, started inside the block's own sandbox before the block and gone with it.
 * Every block begins with a fresh one: no network but its own loopback, no state of the block before.
 */
export interface Service extends Startable {
  readonly name: ServiceName
  /** Why it can't run on this machine and how to get it, or undefined when it can. Asked outside of the sandbox. */
  available(): string | undefined
}

const port = 4010
const address = `http://127.0.0.1:${port}`

/** Addresses and keys under the names that the vendors' SDKs read, so that pages' code says nothing of the stand-in. */
const env = {
  OPENAI_BASE_URL: `${address}/openai/v1`,
  OPENAI_API_KEY: openaiKey,
  ANTHROPIC_BASE_URL: `${address}/anthropic`,
  ANTHROPIC_API_KEY: anthropicKey,
  // Read by @google/genai alone; others are given it in code, with `/v1beta` behind it where they want a version.
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

/** The stand-in, and one service for each state in which it fails whatever it is asked. */
const fakeApiServices = [
  fakeApi('fake-api', []),
  ...variants.map((name) => fakeApi(`fake-api:${name}`, [name])),
]

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

/** Every service that a page can name in `needs`. */
export const services: readonly Service[] = [...fakeApiServices, postgres, redis]
