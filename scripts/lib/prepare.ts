import type { Env } from '#src/lib/env.ts'
import { filesDirectory, type OpenDatabase, openDatabase } from './database.ts'
import { say } from './main.ts'
import { readablePassword, sessionSecret } from './secrets.ts'

/** A database ready for the application, and the lines to print once it serves. */
export interface Prepared {
  database: OpenDatabase
  /** The first sign-ins, each told once in the life of a database. */
  signIns: string[]
}

/**
 * Opens and migrates the database and hands the application its environment: the address and, unless it has one, the
 * session key. Stops what it started when it fails.
 */
export async function prepare(env: Env): Promise<Prepared> {
  say(env.DATABASE_URL ? 'Using the database server in DATABASE_URL.' : 'Starting the database.')
  const database = await openDatabase({ env, log: say })
  try {
    await filesDirectory(env)
    process.env.DATABASE_URL = database.url
    process.env.DATABASE_DIRECT_URL = database.directUrl
    // Several processes that share a server must share the key too, so there it has to be given.
    if (!env.SESSION_SECRET && (database.embedded || env.NODE_ENV !== 'production')) {
      process.env.SESSION_SECRET = await sessionSecret(env.DATA_DIR)
    }
    say('Bringing the database up to date.')
    return { database, signIns: await untilCrash(seed(env, database)) }
  } catch (error) {
    // A server that broke down says more than the connection that was lost with it.
    await database.stop()
    throw database.failure() ?? error
  }
}

/** Work that also fails when a connection that nobody listens to is lost. */
async function untilCrash<T>(work: Promise<T>): Promise<T> {
  let crash: (error: Error) => void = () => undefined
  const crashed = new Promise<never>((_, reject) => {
    crash = reject
  })
  process.on('uncaughtException', crash)
  const done = await Promise.race([work, crashed])
  // After a failure it stays: each of several connections reports the loss, and the process is about to end.
  process.off('uncaughtException', crash)
  return done
}

async function seed(env: Env, { directUrl, embedded }: OpenDatabase): Promise<string[]> {
  const { prepareDatabase } = await import('#src/features/prepare.server.ts')
  const adminPassword = env.ADMIN_PASSWORD ?? readablePassword()
  const memberPassword = embedded ? (env.MEMBER_PASSWORD ?? readablePassword()) : env.MEMBER_PASSWORD
  const { adminCreated, memberCreated } = await prepareDatabase({
    url: directUrl,
    adminPassword,
    memberPassword: embedded ? memberPassword : undefined,
  })
  return [
    ...(adminCreated ? [signIn('Back office', 'admin', adminPassword, env.ADMIN_PASSWORD)] : []),
    ...(memberCreated && memberPassword
      ? [signIn('Member center', 'member', memberPassword, env.MEMBER_PASSWORD)]
      : []),
  ]
}

/** A password that was given stays where it came from; one that was made is told this once. */
function signIn(where: string, name: string, password: string, given: string | undefined): string {
  return `${where}: sign in as ${name} with ${given ? 'the password you set' : `the password ${password}`}`
}
