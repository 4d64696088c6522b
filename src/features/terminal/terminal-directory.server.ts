import { isAbsolute, join } from 'node:path'

/** Where the terminal keeps working copies, and what the next start takes over. */
export function terminalDirectory(root = process.cwd()): string {
  const data = process.env.DATA_DIR || '.data'
  return join(isAbsolute(data) ? data : join(root, data), 'terminal')
}
