import pino, { type Logger } from 'pino'

/** Milliseconds that a line waits for others. */
const WAIT_MS = 20

/** Opened once: the development server starts the runtime again and again. */
let write: ((line: string) => void) | undefined

/**
 * The log of this process, on its standard output. Under load, writing each line alone costs as much as reading the
 * rows of a page, so the lines of a few milliseconds are written together. The end of the process writes what is left.
 */
export function openLog(level: string): Logger {
  write ??= openOutput()
  return pino({ level }, { write })
}

function openOutput(): (line: string) => void {
  const dest = process.stdout.fd
  const output = pino.destination({ dest, sync: false })
  let lines = ''
  const take = () => {
    const taken = lines
    lines = ''
    return taken
  }
  // The end of a process waits for nothing, so the last lines are written at once.
  process.once('exit', () => {
    const left = take()
    if (left !== '') pino.destination({ dest, sync: true }).write(left)
  })
  return (line) => {
    if (lines === '') setTimeout(() => output.write(take()), WAIT_MS)
    lines += line
  }
}
