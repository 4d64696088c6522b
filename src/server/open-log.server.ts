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
  let lines = ''
  const writeLines = () => {
    const gathered = lines
    lines = ''
    if (gathered !== '') output.write(gathered)
  }
  // At the end the output's own listener writes what it holds. It comes second, so that it has these lines as well.
  process.once('exit', writeLines)
  const output = pino.destination({ dest: process.stdout.fd, sync: false })
  return (line) => {
    if (lines === '') setTimeout(writeLines, WAIT_MS)
    lines += line
  }
}
