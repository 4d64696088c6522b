import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { program } from './binaries.server.ts'
import { serverEnvironment } from './cluster.server.ts'
import type { Identity } from './identity.server.ts'

export interface Exit {
  /** A few words on how it ended. */
  how: string
  /** What it wrote last, when it did not end in order. */
  failure?: string
}

/** A PostgreSQL that is up. */
export interface Running {
  exited: Promise<Exit>
  /** Asks it to end in order (a fast shutdown: open transactions are rolled back). */
  stop(): void
}

/** How many of its last lines are remembered, to tell why it ended. */
const keptLines = 50

/** What it said before it gave up. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}

/**
 * Runs the server under a small shell that holds a pipe from us: when the pipe closes, because we ask for the end or
 * because we were killed, it sends the server SIGINT. A server that cannot end in order, on a full disk for example, is
 * ended without: recovery at the next start finds every acknowledged write in its log.
 */
const keeper = `
"$@" 3<&- &
server=$!
{ read -r _ <&3; kill -INT "$server"; sleep 30; kill -QUIT "$server"; sleep 5; kill -KILL "$server"; } 2>/dev/null &
exec 3<&-
wait "$server"
code=$?
trap '' TERM
kill -TERM 0
exit "$code"
`

/** Starts the server and resolves when it accepts connections; throws LaunchError with its words when it gives up. */
export function launch(identity: Identity, onLine: (line: string) => void): Promise<Running> {
  const child = start(identity)
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    let ready = false
    const exited = new Promise<Exit>((settle) => {
      child.once('error', (error) => fail(error.message))
      child.once('close', (code, signal) => {
        const output = lines.join('\n')
        settle({ how: signal ? `ended by ${signal}` : `exit code ${code}`, failure: code === 0 ? undefined : output })
        fail(output)
      })
    })
    function fail(words: string) {
      if (!ready) reject(new LaunchError(words))
    }
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        onLine(line)
        if (lines.push(line) > keptLines) lines.shift()
        if (ready || !line.includes('ready to accept connections')) return
        ready = true
        resolve({ exited, stop: () => end(child) })
      })
    }
  })
}

function start({ native, prefix, user, cluster }: Identity): ChildProcess {
  const command = [...prefix, program(native, 'postgres'), '-D', cluster]
  const env = serverEnvironment()
  if (process.platform === 'win32') {
    const [file = '', ...rest] = command
    return spawn(file, rest, { env, stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true })
  }
  // In a session of its own, so that Ctrl+C in a terminal reaches us alone and requests can still be finished.
  return spawn('/bin/sh', ['-c', keeper, 'sh', ...command], {
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    ...user,
  })
}

function end(child: ChildProcess): void {
  const pipe = child.stdio[3]
  if (isDuplex(pipe)) pipe.destroy()
  else child.kill('SIGINT')
}

function isDuplex(stream: unknown): stream is Duplex {
  return typeof stream === 'object' && stream !== null && 'destroy' in stream
}
