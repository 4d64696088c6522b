import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Duplex } from 'node:stream'
import { program } from './binaries.server.ts'
import { serverEnvironment } from './cluster.server.ts'
import type { Identity } from './identity.server.ts'

export interface Exit {
  /** How the process ended: its exit code or its signal. */
  how: string
  /** The last lines of its output, when it did not end in order. */
  failure?: string
}

/** A running PostgreSQL server. */
export interface Running {
  exited: Promise<Exit>
  /** Starts a fast shutdown: open transactions are rolled back. */
  stop(): void
}

/** The number of the last log lines that are kept to explain why the server ended. */
const keptLines = 50

/** The server ended before it was ready. The message is the server's output. */
export class LaunchError extends Error {
  override name = 'LaunchError'
}

/**
 * Runs the server under a small shell that reads from a pipe of this process. The pipe closes when this process
 * requests the shutdown or is killed. The shell then sends SIGINT to the server. If the server cannot shut down in
 * order, for example on a full disk, the shell kills it. Recovery at the next start finds every acknowledged write in
 * the write-ahead log.
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

/**
 * Starts the server and resolves when it accepts connections. @throws LaunchError with its output when it ends before
 */
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
  // The server gets its own session. Ctrl+C in a terminal then reaches only this process, and requests can still be
  // finished.
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
