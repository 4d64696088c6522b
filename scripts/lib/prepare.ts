import type { prepareDatabase } from '#src/features/prepare.server.ts'
import type { Env } from '#src/lib/env.ts'
import { filesDirectory, type OpenDatabase, openDatabase } from './database.ts'
import { ScriptError, say } from './main.ts'
import { readablePassword, sessionSecret } from './secrets.ts'

/** A migrated database, and the lines to print when the server is ready. */
export interface Prepared {
  database: OpenDatabase
  /** The first sign-ins. Each is printed only once, when its account is created. */
  signIns: string[]
}

/**
 * Opens and migrates the database. Sets the application's environment: the database URLs and, if it is missing, the
 * session key. When it fails, it stops the server that it started.
 * @param load brings the code that migrates and seeds, which may read the environment
 */
export async function prepare(env: Env, load: () => Promise<typeof prepareDatabase>): Promise<Prepared> {
  say(env.DATABASE_URL ? 'Using the database server in DATABASE_URL.' : 'Starting the database.')
  const database = await openDatabase({ env, log: say })
  try {
    const filesDir = await filesDirectory(env)
    process.env.DATABASE_URL = database.url
    process.env.DATABASE_DIRECT_URL = database.directUrl
    // Several processes with a shared server need the same key. In production with an external server the key must
    // therefore be configured.
    if (!env.SESSION_SECRET && (database.embedded || env.NODE_ENV !== 'production')) {
      process.env.SESSION_SECRET = await sessionSecret(env.DATA_DIR)
    }
    say('Bringing the database up to date.')
    const signIns = await untilCrash(load().then((bring) => seed(bring, env, database, filesDir)))
    // With another back end, nobody signs in with the accounts of this database.
    return { database, signIns: env.BACKEND_URL ? [] : signIns }
  } catch (error) {
    // The error of a crashed server explains more than the error of its lost connection.
    await database.stop()
    throw database.failure() ?? error
  }
}

/** Runs `work` and also fails when a connection without an error listener is lost. */
async function untilCrash<T>(work: Promise<T>): Promise<T> {
  let crash: (error: Error) => void = () => undefined
  const crashed = new Promise<never>((_, reject) => {
    crash = reject
  })
  process.on('uncaughtException', crash)
  const done = await Promise.race([work, crashed])
  // After a failure the listener stays: each of several connections reports the loss, and the process is about to end.
  process.off('uncaughtException', crash)
  return done
}

async function seed(
  bring: typeof prepareDatabase,
  env: Env,
  { directUrl, embedded }: OpenDatabase,
  filesDir: string,
): Promise<string[]> {
  const adminPassword = env.ADMIN_PASSWORD ?? readablePassword()
  const memberPassword = embedded ? (env.MEMBER_PASSWORD ?? readablePassword()) : env.MEMBER_PASSWORD
  const { adminCreated, memberCreated, files } = await bring({
    url: directUrl,
    adminPassword,
    memberPassword: embedded ? memberPassword : undefined,
    // With another back end, this process keeps no files.
    filesDir: env.BACKEND_URL ? undefined : filesDir,
  })
  if (files?.fatal) throw new ScriptError(files.problem)
  if (files) say(files.problem)
  return [
    ...(adminCreated ? [signIn('Back office', 'admin', adminPassword, env.ADMIN_PASSWORD)] : []),
    ...(memberCreated && memberPassword
      ? [signIn('Member center', 'member', memberPassword, env.MEMBER_PASSWORD)]
      : []),
  ]
}

/** A configured password is not printed. A generated password is printed once. */
function signIn(where: string, name: string, password: string, given: string | undefined): string {
  return `${where}: sign in as ${name} with ${given ? 'the password you set' : `the password ${password}`}`
}
